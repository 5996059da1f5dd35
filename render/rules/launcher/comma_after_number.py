"""RUN234 comma-after-number: a comma follows the number in an option.

A program converts the text of an option: `1e-5,` is not a number, and it stops with `invalid float value`. The comma
comes from Python code or from a list in one line.

Source: https://docs.python.org/3/library/argparse.html#type

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, "--learning_rate=1e-5,"]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --learning_rate=1e-5]
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.marks import FINAL_COMMA
from render.programs.program import Program
from render.rules.rule import Finding, rule

_NUMBER = re.compile(r"(?P<number>-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?),")


@rule(severity=Severity.WARNING, keys=(FINAL_COMMA,))
def check(program: Program) -> Iterator[Finding]:
    """Report a number with a comma as the whole value of an option."""
    for launch in program.launches:
        for option in (*launch.options.values(), *launch.program_options.values()):
            found = _NUMBER.fullmatch(option.literal or "")
            if found is not None and option.value is not None:
                message = f"`{option.literal}` ends with a comma, so it isn't a number"
                yield Finding(option.value.path, message, f"write `{found['number']}`", excerpt=option.value.text)
