"""RUN228 launcher-misspelt: no image has a program of this name, but a launcher has a similar one.

The container ends with `executable file not found in $PATH`, or the shell with `command not found`. A name that
differs in more than `-` and `_` yields a warning, since it may be a program of the image.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html

Example:
    image: registry.example/train:1
    command: [torch-run, train.py]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
"""

from collections.abc import Iterator
from posixpath import split

from render.programs.catalog import find_types
from render.programs.marks import UNKNOWN
from render.programs.program import Program
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest, same

_LAUNCHERS = (
    *("accelerate", "colossalai", "composer", "deepspeed", "horovodrun", "llamafactory-cli", "mpiexec", "mpirun"),
    "torchrun",
)
_FOLDERS = ("", "/bin", "/opt/conda/bin", "/usr/bin", "/usr/local/bin")
"""Folders whose programs come from packages."""
_SIMILAR = 0.9


@rule(keys=(UNKNOWN,))
def check(program: Program) -> Iterator[Finding]:
    """Compare programs without a folder, or of a package, with the names of launchers."""
    for command in program.commands:
        word = command.words[0]
        if not word.is_literal or find_types(word.text):
            continue
        folder, name = split(word.text)
        found = nearest(name, _LAUNCHERS, _SIMILAR) if folder in _FOLDERS else None
        if found is not None:
            finding = Finding(
                word.path, f"`{word.text}` is not a launcher", f"did you mean `{found}`?", excerpt=word.text
            )
            yield finding if same(word.text, _LAUNCHERS) else finding.as_warning
