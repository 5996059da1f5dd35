"""Where a program is told to write its checkpoints."""

from collections.abc import Iterator

from render.programs.launches import Option
from render.programs.program import Program

_NAMES = ("checkpoint_dir", "checkpoint_path", "ckpt_dir", "default_root_dir", "output_dir", "save_dir")
MARKS = (*_NAMES, *(name.replace("_", "-") for name in _NAMES))
"""Of which a command that names one has one."""


def outputs(program: Program) -> Iterator[Option]:
    """Yield the options that name a folder."""
    for found in program.launches:
        options = found.program_options
        yield from (options[name] for name in _NAMES if name in options and options[name].literal)
