"""RUN322 config-missing: a program reads a file at another path than the one in `files`.

A configuration file or a script of this name is in `files`, but in another folder: a relative path starts at
`workingDir`. Or a file of `files` names another one in its own folder, and that isn't there.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#configmap

Example:
    image: registry.example/train:1
    workingDir: /workspace
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed=ds.json]
    files:
      /config/ds.json: |
        {"zero_optimization": {"stage": 2}}
Use instead:
    image: registry.example/train:1
    workingDir: /workspace
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed=/config/ds.json]
    files:
      /config/ds.json: |
        {"zero_optimization": {"stage": 2}}
"""

from collections.abc import Iterator
from itertools import dropwhile
from posixpath import basename, dirname, isabs, join, normpath, splitext

from render.problem import Severity
from render.programs.command_line import Launch
from render.programs.config_files import config_types
from render.programs.marks import FILES
from render.programs.own_files import expanded, locate
from render.programs.program import Program
from render.programs.shell import Word
from render.programs.unwrap import SHELLS
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest


@rule(severity=Severity.WARNING, keys=(FILES,))
def check(program: Program) -> Iterator[Finding]:
    """Report the names of files in command lines and in files."""
    if not program.files:
        return
    for launch in program.launches:
        for one in config_types().values():
            for use in one.uses(launch):
                yield from _finding(program, use.word, Finding(use.word.path, "", excerpt=use.word.text))
        script = _script(launch)
        if script is not None:
            yield from _finding(program, script, Finding(script.path, "", excerpt=script.text))
    for config in program.configs:
        for places in config.type.refers.values():
            for setting in filter(None, (config.find(*keys) for keys in places)):
                if setting.text:
                    word = Word(setting.text, setting.path)
                    yield from _finding(program, word, setting.finding(""), neighbours=dirname(config.path))


def _script(launch: Launch) -> Word | None:
    """Return the script that a launcher, Python or a shell starts."""
    words = launch.program
    if words and basename(words[0].text) in SHELLS:
        words = tuple(dropwhile(lambda word: word.text.startswith("-"), words[1:]))
    return words[0] if words and words[0].text.endswith((".py", ".sh")) else None


def _kind(path: str) -> str:
    """Return the suffix of a file, one for all data."""
    suffix = splitext(path)[1]
    return "data" if suffix in (".json", ".yaml", ".yml") else suffix


def _finding(program: Program, word: Word, place: Finding, neighbours: str | None = None) -> Iterator[Finding]:
    text = expanded(program, word)
    if text is None or locate(program, word) is not None:
        return
    is_known = isabs(text) or (program.folder and not any(one.program == "cd" for one in program.commands))
    path = normpath(join(program.folder, text))
    same = [one for one in program.files if basename(one) == basename(text)]
    kind = _kind(text)
    similar = [basename(one) for one in program.files if kind and _kind(one) == kind]
    near = nearest(basename(text), similar, 0.8)
    if not is_known:
        return
    if same:
        message = f"`{path}` is not in `files`, which has `{same[0]}`"
        yield place._replace(message=message, hint=f"write `{same[0]}`")
    elif neighbours is not None and dirname(path) == neighbours:
        message = f"`{path}` is not in `files`, which has the other files of this folder"
        yield place._replace(message=message, hint="add it to `files`")
    elif near and join(dirname(path), near) in program.files:
        message = f"`{path}` is not in `files`, which has `{join(dirname(path), near)}`"
        yield place._replace(message=message, hint=f"write `{join(dirname(path), near)}`")
