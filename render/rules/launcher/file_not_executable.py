"""RUN217 file-not-executable: the command is a file of `files`, which may not be executed.

Files of a ConfigMap have the mode 0644. Only an interpreter starts them: `bash FILE`, `python FILE`. Otherwise the
container ends with `permission denied`, also as root.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#configmap

Example:
    image: registry.example/train:1
    command: [/opt/run.sh]
    files:
      /opt/run.sh: |
        #!/bin/bash
        torchrun train.py
Use instead:
    image: registry.example/train:1
    command: [bash, /opt/run.sh]
    files:
      /opt/run.sh: |
        #!/bin/bash
        torchrun train.py
"""

from collections.abc import Iterator

from render.programs.marks import FILES
from render.programs.own_files import own_file
from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule


@rule(keys=(FILES,))
def check(program: Program) -> Iterator[Finding]:
    """Report such files as programs, and as programs of launchers that don't start Python by themselves."""
    for command, launch in zip(program.commands, program.launches, strict=True):
        yield from _finding(program, command.words[0])
        starts_any = not launch.tool.runs_scripts or "no_python" in launch.options
        if launch.launcher is not None and launch.script is not None and starts_any:
            yield from _finding(program, launch.script)


def _finding(program: Program, word: Word) -> Iterator[Finding]:
    path = own_file(program.files, word.text, program.folder) if word.is_literal and "/" in word.text else None
    if path is not None:
        name = "python" if path.endswith(".py") else "bash"
        message = f"`{path}` can't be executed: a file of `files` has the mode 0644"
        yield Finding(word.path, message, f"write `{name}` before it", excerpt=word.text)
