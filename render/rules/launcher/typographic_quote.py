"""RUN233 typographic-quote: a quotation mark of a text processor is part of a word.

Text processors, chats and web pages make curly marks of straight ones. No shell and no program removes them, so they
belong to the value.

Source: https://www.gnu.org/software/bash/manual/html_node/Quoting.html

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --run_name=“first”]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --run_name=first]
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.marks import CURLY_QUOTE, CURLY_QUOTES
from render.programs.program import Program
from render.rules.rule import Finding, rule

_QUOTED = re.compile(rf"(^|[=:,\s])[{CURLY_QUOTES}]|[{CURLY_QUOTES}]$")


@rule(severity=Severity.WARNING, keys=(CURLY_QUOTE,))
def check(program: Program) -> Iterator[Finding]:
    """Report such marks at the start or the end of a word, or of a value in it."""
    words = [word for command in program.commands for word in command.words]
    for word in (*words, *(word for _, word in program.literals)):
        if _QUOTED.search(word.text):
            plain = re.sub(f"[{CURLY_QUOTES}]", "", word.text)
            message = f"`{word.text}` contains typographic quotation marks, which are part of the value"
            yield Finding(word.path, message, f"write `{plain}`", excerpt=word.text)
