"""The torch.distributed backend that a program is told to use."""

from collections.abc import Iterator

from render.programs.launches import Launch, Option
from render.programs.program import Program

NAMES = ("backend", "ddp_backend", "dist_backend", "distributed_backend", "process_group_backend")
"""What Hugging Face, OpenCLIP, Megatron and Lightning programs call the option."""


def backends(program: Program) -> Iterator[tuple[Launch, Option]]:
    """Yield the options that name one."""
    for found in program.launches:
        options = found.program_options
        yield from ((found, options[name]) for name in NAMES if name in options)
