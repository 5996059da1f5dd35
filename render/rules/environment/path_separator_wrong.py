"""ENV111 path-separator-wrong: a list of folders has the separator of Windows.

Linux separates the folders of `PYTHONPATH`, `PATH` and `LD_LIBRARY_PATH` by `:`. With `;` the whole text is one folder,
which does not exist.

Source: https://docs.python.org/3/using/cmdline.html#envvar-PYTHONPATH

Example:
    image: registry.example/train:1
    env: {PYTHONPATH: /workspace/src;/workspace/lib}
Use instead:
    image: registry.example/train:1
    env: {PYTHONPATH: /workspace/src:/workspace/lib}
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_NAMES = ("LD_LIBRARY_PATH", "LD_PRELOAD", "PATH", "PYTHONPATH")
_WRONG = re.compile(r";\s*(?=[/.$~])")


@rule(severity=Severity.WARNING, keys=_NAMES)
def check(program: Program) -> Iterator[Finding]:
    """Report a semicolon before a folder."""
    for name, word in program.literals:
        if name in _NAMES and _WRONG.search(word.text):
            message = f"`{name}` has one folder, `{word.text}`: its separator is `:`"
            yield Finding(word.path, message, f"write `{_WRONG.sub(':', word.text)}`", excerpt=word.text)
