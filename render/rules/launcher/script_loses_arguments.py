"""RUN179 script-loses-arguments: a script for `bash -c` doesn't use the arguments after it.

The words after the script of `bash -c` are its `$0`, `$1` and so on; they are not appended. A script without `"$@"`
drops `args`, and the program trains with its defaults. The first of these words is `$0`, which `"$@"` leaves out.

Source: https://www.gnu.org/software/bash/manual/bash.html#Invoking-Bash

Example:
    image: registry.example/train:1
    command: [bash, -c, torchrun train.py]
    args: [--epochs=3]
Use instead:
    image: registry.example/train:1
    command: [bash, -c, 'exec torchrun train.py "$@"', train]
    args: [--epochs=3]
"""

import re
from collections.abc import Iterator

from render.programs.marks import ARGUMENTS
from render.programs.program import Program
from render.rules.rule import Finding, rule

_ALL = re.compile(r"\$[@*]|\$\{[@*]")
_ANY = re.compile(r"\$[@*0-9]|\$\{[@*0-9]|\bshift\b|\bgetopts\b|\$#")


@rule(keys=(ARGUMENTS,))
def check(program: Program) -> Iterator[Finding]:
    """Report words after a script that it doesn't refer to, and an option in the place of its name."""
    if program.script is None or not program.script[1]:
        return
    script, arguments = program.script
    first = arguments[0]
    if not _ANY.search(script.text):
        message = f"`{first.text}` and what follows are parameters of the script, which doesn't use them"
        yield Finding(
            script.path, message, 'write `"$@"` after the program, and a name such as `train` after the script'
        )
    elif _ALL.search(script.text) and "$0" not in script.text and first.text.startswith("-") and len(first.text) > 2:
        message = f"`{first.text}` is the script's own name (`$0`), so `$@` leaves it out"
        yield Finding(first.path, message, "write a name such as `train` before it")
