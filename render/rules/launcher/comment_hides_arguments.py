"""RUN180 comment-hides-arguments: a comment in a folded text hides the rest of the script.

`>` in YAML joins the lines of a text: for the shell, everything after a `#` is a comment, also what was written on the
next lines. The options after it are lost without a message. `|` keeps the lines.

Source: https://yaml.org/spec/1.2.2/#813-folded-style

Example:
    image: registry.example/train:1
    command:
      - bash
      - -c
      - >
        exec torchrun train.py
        # continue
        --resume=latest
Use instead:
    image: registry.example/train:1
    command:
      - bash
      - -c
      - >
        exec torchrun train.py
        --resume=latest
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.marks import COMMENT
from render.programs.program import Program
from render.programs.shell import comments
from render.rules.rule import Finding, rule

_OPTION = re.compile(r"\s(--[A-Za-z][\w-]*)([= ]|$)")
_COMMAND = re.compile(r"\s(exec |torchrun |python3? |accelerate |deepspeed |mpirun |export [A-Z])|&& ")


@rule(severity=Severity.WARNING, keys=(COMMENT,))
def check(program: Program) -> Iterator[Finding]:
    """Report a comment after a command in the same line, with options or commands in it."""
    script = program.script[0] if program.script else None
    for before, comment in comments(script.text) if script is not None and "#" in script.text else ():
        hidden = _OPTION.search(comment) or _COMMAND.search(comment)
        if script is not None and hidden and (before.strip() or "\n" not in script.text.strip()):
            message = f"the text is folded into one line, so the comment hides `{hidden[0].strip()}` and what follows"
            start = " ".join(comment.split()[:2])
            yield Finding(
                script.path, message, "remove the comment, or write `|` with `\\` at the line ends", excerpt=start
            )
