"""RUN195 line-continuation-lost: a line of a script begins with an option.

A command ends with its line, unless the line ends in `\\` without a space after it. The next line is a command of its
own: the shell reports `--epochs=3: command not found`, and the program runs without its options. In a folded text
(`>`), a `\\` is followed by a space and becomes part of the next word.

Source: https://www.gnu.org/software/bash/manual/bash.html#Escape-Character

Example:
    image: registry.example/train:1
    command:
      - bash
      - -c
      - |
        torchrun train.py
          --epochs=3
Use instead:
    image: registry.example/train:1
    command:
      - bash
      - -c
      - |
        torchrun train.py \\
          --epochs=3
"""

import re
from collections.abc import Iterator

from render.programs.marks import OPTION_LINE
from render.programs.program import Program
from render.rules.rule import Finding, rule

_OPTION = re.compile(r"--?[A-Za-z][\w.-]*(=.*)?", re.DOTALL)


@rule(keys=(OPTION_LINE,))
def check(program: Program) -> Iterator[Finding]:
    """Report commands that are options, and options that begin with a space."""
    for command in program.commands:
        first = command.words[0]
        if command.has_shell and _OPTION.fullmatch(first.text):
            message = f"`{first.text}` is a command of its own: the line before it doesn't end in `\\`"
            yield Finding(
                first.path, message, "end the line before it in `\\`, without a space after it", excerpt=first.text
            )
            return
        for word in command.words if command.has_shell else ():
            if word.text.startswith(" ") and _OPTION.fullmatch(word.text.strip()):
                option = word.text.strip()
                message = f"the `\\` before `{option}` escapes a space, since the text is folded into one line"
                yield Finding(word.path, message, "remove the `\\`, or write `|` instead of `>`", excerpt=option)
                return
