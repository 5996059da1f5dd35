"""A disk is full.

A checkpoint, a cache or a log does not fit on its volume.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._texts import explain_line
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_LINE = re.compile(r"(?![^\n]*shm)[^\n]{0,200}(?:No space left on device|Disk quota exceeded)[^\n]{0,100}")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if a container that failed left this line."""
    yield from explain_line(
        run,
        _LINE,
        "a disk of {place} is full: {line}",
        "remove old checkpoints, enlarge the claim, or write caches (`HF_HOME`, `TORCH_HOME`) to a larger volume",
        key="storage.checkpoints",
    )
