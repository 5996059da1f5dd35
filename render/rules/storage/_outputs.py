"""Options that name a program's folder for checkpoints."""

from collections.abc import Iterator

from render.programs.command_line import Option
from render.programs.program import Program

_NAMES = ("checkpoint_dir", "checkpoint_path", "ckpt_dir", "default_root_dir", "output_dir", "save_dir")
MARKS = (*_NAMES, *(name.replace("_", "-") for name in _NAMES))
"""A command that names such a folder contains at least one of these."""


def outputs(program: Program) -> Iterator[Option]:
    """Yield the options that name a folder for checkpoints."""
    for found in program.launches:
        options = found.program_options
        yield from (options[name] for name in _NAMES if name in options and options[name].literal)
