"""ENV107 path-replaced: the variable replaces the image's folders of programs or libraries.

A variable of a container replaces the image's, and `$PATH` in it is not expanded: `PATH: /opt/tools:$PATH` has no
folder with `sh`, `python` or `torchrun`, and the container can't start. Without the image's `LD_LIBRARY_PATH` some
images find neither CUDA nor MPI.

Source: https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/

Example:
    image: registry.example/train:1
    env: {PATH: "/opt/tools"}
Use instead:
    image: registry.example/train:1
    command: [bash, -c, "PATH=/opt/tools:$PATH exec torchrun train.py"]
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_SYSTEM = re.compile(r"(^|:)/(usr/)?bin(:|$)")
_ITSELF = re.compile(r"\$\{?(PATH|LD_LIBRARY_PATH|PYTHONPATH)\b")


@rule(severity=Severity.WARNING, keys=("LD_LIBRARY_PATH", "PATH", "PYTHONPATH"))
def check(program: Program) -> Iterator[Finding]:
    """Report a PATH without the system's folders, and references to the old value, which only a shell expands."""
    for name, word in program.literals:
        if name not in ("LD_LIBRARY_PATH", "PATH", "PYTHONPATH"):
            continue
        refers = _ITSELF.search(word.text) or f"$({name})" in word.text
        if name == "PATH" and not _SYSTEM.search(word.text):
            message = f"`PATH` is `{word.text}` alone, without `/usr/bin` and `/bin`"
            yield Finding(word.path, message, "name all folders, or set it in a shell script before the program")
        elif refers:
            message = f"`{name}` refers to its old value, which is not known here: Kubernetes keeps the text as it is"
            yield Finding(word.path, message, "name all folders, or set it in a shell script before the program")
