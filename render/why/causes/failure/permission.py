"""A file may not be written or read.

The user of the container does not own the folder, or the volume or the root file system is read-only.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://kubernetes.io/docs/tasks/configure-pod-container/security-context/
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._texts import explain_line
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_LINE = re.compile(r"[^\n]{0,100}(?:PermissionError|Permission denied|Read-only file system)[^\n]{0,200}")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if a container that failed left this line."""
    yield from explain_line(
        run,
        _LINE,
        "{place} may not use a file: {line}",
        "set `pod.securityContext.fsGroup` to a group that owns the volume, or write elsewhere",
        key="pod.securityContext",
    )
