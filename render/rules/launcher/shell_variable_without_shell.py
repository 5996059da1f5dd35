"""RUN196 shell-variable-without-shell: `$NAME` stays as it is, since no shell replaces it.

Kubernetes replaces `$(NAME)` in `command`, `args` and `env`, and nothing else. Without a shell, the program gets the
text `$NAME`: torchrun stops at `--nnodes=$NNODES`, and checkpoints go to a folder of that name inside the container. In
`env` it is the same for every reader of the variable. `$$(NAME)` is the escape of `$(NAME)`, which is not replaced.

Source: https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=$CHECKPOINT_DIR]
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=$(CHECKPOINT_DIR)]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

import re
from collections.abc import Iterator

from render.programs.marks import DOLLAR
from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule

_VARIABLE = re.compile(r"\$(?:\{([A-Z][A-Z0-9_]+)(?::?[-=+?][^}]*)?\}|([A-Z][A-Z0-9_]+)\b)")
_ESCAPED = re.compile(r"\$\$\(([A-Z][A-Z0-9_]+)\)")
_COMMAND = re.compile(
    r"\$\((?:date|cat|echo|hostname|uuidgen|id|nproc|git|ls|pwd|seq)\b[^)]* [^)]*\)"
    r"|`(?:date|hostname|nproc|pwd|uuidgen|whoami)\b[^`]*`"
)
_OF_SHELL = frozenset({"HOME", "HOSTNAME", "LD_LIBRARY_PATH", "PATH", "PWD", "PYTHONPATH", "RANDOM", "TMPDIR", "USER"})
_OF_GROUP = (
    "MASTER_ADDR",
    "MASTER_PORT",
    "NNODES",
    "NODE_RANK",
    "NPROC_PER_NODE",
    "NUM_PROCESSES",
    "RANK",
    "WORLD_SIZE",
)
"""Variables that decide which processes train together."""
_REMOTE = ("colossalai", "deepspeed", "horovodrun")
"""Launchers that write the arguments into a command line for a remote shell."""


@rule(keys=(DOLLAR,))
def check(program: Program) -> Iterator[Finding]:
    """Report references of a shell: as a warning where the run starts with them."""
    is_read = any(launch.name in _REMOTE or launch.tool.starts == "ray" for launch in program.launches)
    own = {word for launch in program.launches for option in launch.options.values() if (word := option.value)}
    if not (program.launcher == "ray" and not program.nodes):
        paths = {word.path for word in own}
        for word in program.arguments:
            if is_read and word.path not in paths:
                continue
            for match in _VARIABLE.finditer(word.text):
                is_launchers = any(option.path == word.path and match[0] in option.text for option in own)
                is_certain = is_launchers or (match[1] or match[2]).endswith(_OF_GROUP)
                yield _finding(program, word, match, "no shell reads the arguments", is_certain=is_certain)
            yield from _not_run(program, word)
    for name, word in program.literals:
        for match in _VARIABLE.finditer(word.text):
            known = match[1] or match[2]
            is_itself = name == known and match[0] == word.text and known not in _OF_SHELL
            if is_itself:
                message = f"`{match[0]}` stays as it is: a variable can't take its value from where the spec is sent"
                hint = "write the value, or use `valueFrom: {secretKeyRef: …}`"
                yield Finding(word.path, message, hint, excerpt=match[0]).as_warning
            elif name != known and (known in _OF_SHELL or (program.is_environment_known and program.may_expand(known))):
                yield _finding(program, word, match, "no shell reads the variable", is_certain=False)


def _not_run(program: Program, word: Word) -> Iterator[Finding]:
    """Yield warnings about escaped references and about commands of a shell."""
    for match in _ESCAPED.finditer(word.text):
        if program.is_environment_known and program.may_expand(match[1]):
            message = f"`{match[0]}` is an escape: the program gets `$({match[1]})`"
            yield Finding(word.path, message, f"write `$({match[1]})`", excerpt=match[0]).as_warning
    for match in _COMMAND.finditer(word.text):
        message = f"`{match[0]}` stays as it is: no shell runs the command"
        hint = "start the program with a shell, `[bash, -c, …]`, or write the value"
        yield Finding(word.path, message, hint, excerpt=match[0]).as_warning


def _finding(program: Program, word: Word, match: re.Match[str], reason: str, *, is_certain: bool) -> Finding:
    name = match[1] or match[2]
    if program.may_expand(name) and program.is_environment_known:
        hint = f"write `$({name})`, which Kubernetes replaces"
    else:
        hint = "start the program with a shell, `[bash, -c, …]`, or write the value"
    message = f"`{match[0]}` stays as it is: {reason}"
    finding = Finding(word.path, message, hint, excerpt=match[0])
    return finding if is_certain else finding.as_warning
