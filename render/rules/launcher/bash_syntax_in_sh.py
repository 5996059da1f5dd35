"""RUN209 bash-syntax-in-sh: `sh` doesn't know a part of the script that `bash` does.

In images from Debian and Ubuntu, `sh` is dash: `set -o pipefail` ends the script with `Illegal option`, `[[`, `source`
and `<<<` fail, and so do arrays. In images in which `sh` is another shell they may work.

Source: https://wiki.ubuntu.com/DashAsBinSh

Example:
    image: registry.example/train:1
    command: [sh, -c, "set -o pipefail; torchrun train.py | tee log"]
Use instead:
    image: registry.example/train:1
    command: [bash, -c, "set -o pipefail; torchrun train.py | tee log"]
"""

import re
from collections.abc import Iterator
from posixpath import basename

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_SHELLS = frozenset({"dash", "sh"})
_TAKES_SCRIPT = r"-[a-z]*c"
_START = r"(?m:^|[;&|({]|\b(?:then|do|else)\b)[^\S\n]*"
_OF_BASH = (
    rf"{_START}(?:(?P<option>set\b[^;&|\n]*\bpipefail)|(?P<source>source)\s+[\w./$~\"]|(?P<array>\w+=\()[^()])"
    rf"|(?:{_START}|\b(?:if|while|until|!)\s+)(?P<test>\[\[)\s|(?P<text><<<)"
)


@rule(severity=Severity.WARNING)
def check(program: Program) -> Iterator[Finding]:
    """Report the first such part of a script."""
    for shell, option, script in zip(program.argv, program.argv[1:], program.argv[2:], strict=False):
        if basename(shell.text) in _SHELLS and re.fullmatch(_TAKES_SCRIPT, option.text):
            match = re.search(_OF_BASH, script.text)
            if match is not None:
                found = next(text for text in match.groups() if text)
                message = f"`{found}` is syntax of bash, and `{shell.text}` is another shell in many images"
                yield Finding(script.path, message, "use `bash` instead", excerpt=found)
