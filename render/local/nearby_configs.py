"""Configuration files in the folder of a spec, which an image has on a cluster: checked before a local run."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from posixpath import isabs, join, normpath
from typing import Any, NamedTuple

from render.problem import Problem, Severity
from render.programs.config_files import MAX_FILES, config_types
from render.programs.own_files import expanded
from render.programs.program import Program
from render.programs.run import Run
from render.programs.shell import Word
from render.rules.runner import check_spec
from render.source import STDIN, Text, read_file


class Nearby(NamedTuple):
    """The problems of such files, and their texts by path."""

    problems: tuple[Problem, ...] = ()
    """Warnings at most: the local run may use other arguments than the cluster."""
    sources: Mapping[str, str] = {}


def check_nearby(values: Mapping[str, Any], file: str) -> Nearby:
    """Check the files that the program of a spec names by a relative path, and those that they name."""
    if file == STDIN:
        return Nearby()
    known = dict(values.get("files") or {})
    own: dict[str, Text] = {}
    while len(own) < MAX_FILES:
        run = Run({**values, "files": known}, "run")
        added = [one for one in _named(run.program, Path(file).parent) if one[0] not in known]
        if not added:
            break
        own.update(added)
        known.update((key, text.content) for key, text in added)
    if not own:
        return Nearby()
    problems: list[Problem] = []
    for finding in check_spec(run):
        if len(finding.path) > 1 and finding.path[0] == "files" and finding.path[1] in own:
            text = own[str(finding.path[1])]
            span = (finding.row, 1, finding.row, 1 + len(finding.excerpt)) if finding.row else None
            found = finding.rule.problem(finding.message, hint=finding.hint, file=text.file, span=span)
            problems.append(found._replace(severity=Severity.WARNING) if found.severity is Severity.ERROR else found)
    return Nearby(tuple(problems), {text.file: text.content for text in own.values()})


def _named(program: Program, folder: Path) -> Iterator[tuple[str, Text]]:
    """Yield the path in the container and the text of each file that is named and is in the folder."""
    for word in _words(program):
        name = expanded(program, word)
        if name is None or isabs(name) or normpath(name).startswith(".."):
            continue
        path = folder / normpath(name)
        text = read_file(str(path)) if path.is_file() else None
        if isinstance(text, Text):
            yield normpath(join(program.folder or "/", name)), text


def _words(program: Program) -> Iterator[Word]:
    for launch in program.launches:
        for one in config_types().values():
            yield from (use.word for use in one.uses(launch))
    for config in program.configs:
        for places in config.type.refers.values():
            settings = filter(None, (config.find(*keys) for keys in places))
            yield from (Word(setting.text, setting.path) for setting in settings if setting.text)
