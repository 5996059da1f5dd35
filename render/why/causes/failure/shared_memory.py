"""Shared memory is full.

Data loader processes and NCCL pass data through /dev/shm, which a container has 64 MiB of by default.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://docs.pytorch.org/docs/stable/multiprocessing.html
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._texts import explain_line
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_LINE = re.compile(
    r"[^\n]{0,100}(?:insufficient shared memory|Bus error|unable to (?:mmap|open|"
    r"write).{0,40}/dev/shm|No space left on device.{0,40}shm|/dev/shm[^\n]{0,40}No space left)[^\n]{0,200}"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if a container that failed left this line."""
    yield from explain_line(
        run,
        _LINE,
        "the shared memory of {place} is full: {line}",
        "set `storage.sharedMemory.sizeLimit`, or use fewer data loader processes",
        key="storage.sharedMemory",
    )
