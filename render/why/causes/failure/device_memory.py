"""The GPU's memory is full.

torch raises `OutOfMemoryError` when a GPU has no room for a tensor. The limit of the container has no part in it.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://docs.pytorch.org/docs/stable/notes/cuda.html#memory-management
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._texts import explain_line
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_LINE = re.compile(r"[^\n]{0,100}CUDA out of memory[^\n]{0,200}|[^\n]{0,100}HIP out of memory[^\n]{0,200}")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if a container that failed left this line."""
    yield from explain_line(
        run,
        _LINE,
        "the GPU memory of {place} is full: {line}",
        "use a smaller batch, gradient checkpointing, or sharding over more GPUs (FSDP, ZeRO)",
        key="args",
    )
