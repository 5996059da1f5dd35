"""Options of programs that choose a torch.distributed backend."""

from collections.abc import Iterator

from render.programs.command_line import Launch, Option
from render.programs.program import Program

NAMES = ("backend", "ddp_backend", "dist_backend", "distributed_backend", "process_group_backend")
"""The option's names in Hugging Face, OpenCLIP, Megatron and Lightning programs."""


def backends(program: Program) -> Iterator[tuple[Launch, Option]]:
    """Yield the options that choose a backend, each with its launch."""
    for found in program.launches:
        options = found.program_options
        yield from ((found, options[name]) for name in NAMES if name in options)
