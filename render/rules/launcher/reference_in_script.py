"""RUN216 reference-in-script: a script in `files` has Kubernetes' form of a variable.

Kubernetes replaces `$(NAME)` in `command`, `args` and `env`, and never in a file. In a script the shell runs a program
of that name: `NNODES: command not found`, and the option gets an empty value.

Source: https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/

Example:
    image: registry.example/train:1
    command: [bash, /opt/run.sh]
    files:
      /opt/run.sh: |
        torchrun train.py --nodes=$(PET_NNODES)
Use instead:
    image: registry.example/train:1
    command: [bash, /opt/run.sh]
    files:
      /opt/run.sh: |
        torchrun train.py --nodes=$PET_NNODES
"""

import re
from collections.abc import Iterator

from render.programs.marks import FILES
from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule

_REFERENCE = re.compile(r"(?<!\$)\$\(([A-Z][A-Z0-9_]*)\)")


@rule(keys=(FILES,))
def check(program: Program) -> Iterator[Finding]:
    """Report each such reference once."""
    seen: set[tuple[object, str]] = set()
    for word in _words(program):
        match = _REFERENCE.search(word.text) if word.path[:1] == ("files",) and not word.is_literal else None
        if match is not None and (word.path, match[0]) not in seen:
            seen.add((word.path, match[0]))
            message = f"the shell runs a program `{match[1]}`: Kubernetes replaces `{match[0]}` in no file"
            yield Finding(word.path, message, f"write `${match[1]}`", excerpt=match[0])


def _words(program: Program) -> Iterator[Word]:
    for command in program.commands:
        yield from (word for _, word in command.assignments)
        yield from command.words
