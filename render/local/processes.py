"""Process trees: started, asked to end, ended."""

import ctypes
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36  # <linux/prctl.h>


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none of them is lost sight of."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def ask_to_end(leader: int) -> None:
    """Ask a process group to end, as the kubelet does."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGTERM)


def end(leader: int) -> None:
    """End a process group at once."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def end_all() -> None:
    """End every descendant of this process, however it was started, and wait until all are gone."""
    if sys.platform != "linux":
        return
    with suppress(ChildProcessError):  # there is none any more
        while True:
            for pid in _descendants(os.getpid()):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            os.waitpid(-1, 0)


def _descendants(pid: int) -> Iterator[int]:
    """Yield the descendants of a process that have not ended."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name in brackets may hold brackets and spaces.
            state, parent, *_ = path.read_text(errors="replace").rpartition(")")[2].split()
            if state != "Z":
                children.setdefault(int(parent), []).append(int(path.parent.name))
    waiting = [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        yield from below
        waiting += below
