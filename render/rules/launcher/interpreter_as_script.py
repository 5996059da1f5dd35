"""RUN190 interpreter-as-script: a launcher that starts Python gets `python` for its script.

torchrun, `accelerate launch` and `deepspeed` put Python in front of the script themselves. With `torchrun python
train.py` every process stops with `can't open file 'python'`. `--no_python` turns this off.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html

Example:
    image: registry.example/train:1
    command: [torchrun, python, train.py]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
"""

import re
from collections.abc import Iterator
from posixpath import basename

from render.programs.marks import INTERPRETER
from render.programs.program import Program
from render.programs.unwrap import SHELLS
from render.rules.rule import Finding, rule

_PYTHON = re.compile(r"python[\d.]*")
_MODULE = ("c", "command_mode", "m", "module", "module_mode", "no_python")


@rule(keys=(INTERPRETER,))
def check(program: Program) -> Iterator[Finding]:
    """Report an interpreter, a shell or another launcher where the script should be."""
    for found in program.launches:
        if found.launcher is None or not found.launcher.runs_scripts or any(name in found.options for name in _MODULE):
            continue
        word = found.script
        if word is not None and (name := basename(word.text)) and (_PYTHON.fullmatch(name) or name in SHELLS):
            message = f"`{found.name}` starts Python itself, and takes `{name}` for the script"
            yield Finding(word.path, message, f"remove `{name}`, or add `--no_python` before it", excerpt=word.text)
        elif word is not None and name.endswith((".sh", ".bash", ".ipynb")):
            message = f"`{found.name}` starts Python, which can't run `{name}`"
            is_notebook = name.endswith(".ipynb")
            hint = "convert it to a script of Python" if is_notebook else f"start it with `bash {word.text}`"
            yield Finding(word.path, message, hint, excerpt=word.text)
