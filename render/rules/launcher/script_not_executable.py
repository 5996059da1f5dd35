"""RUN194 script-not-executable: a Python script is started without Python.

`[train.py]` looks for a program of this name in the folders of `PATH`, not in the working directory: the container
can't start, and `mpirun train.py` finds no executable. Python, or a launcher that starts it, comes first.

Source: https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/

Example:
    image: registry.example/train:1
    command: [train.py, --epochs=3]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --epochs=3]
"""

from collections.abc import Iterator

from render.programs.marks import BARE_SCRIPT
from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule


@rule(keys=(BARE_SCRIPT,))
def check(program: Program) -> Iterator[Finding]:
    """Report a script as the container's program, and as the program of mpirun and horovodrun."""
    for command, found in zip(program.commands, program.launches, strict=True):
        if found.launcher is None and program.has_command and not command.has_shell:
            yield from _finding(command.words[0], "the container")
        elif found.name in ("horovodrun", "mpirun") and found.script is not None:
            yield from _finding(found.script, f"`{found.name}`")


def _finding(word: Word, starter: str) -> Iterator[Finding]:
    if word.text.endswith(".py") and "/" not in word.text and len(word.text.split()) == 1:
        message = f"{starter} looks for `{word.text}` in the folders of `PATH`"
        yield Finding(word.path, message, f"write `python` before it, or `./{word.text}` if it is executable")
