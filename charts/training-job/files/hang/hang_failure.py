"""Exceptions that end ranks. The first one matters: others lose their connections, and theirs are what people see."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Sequence

from hang_stack import Frame, place, to_frames

LOST = re.compile(
    r"connection (was )?(closed|reset|refused)|broken pipe|socket (closed|timeout)|timed out waiting|remote process"
    r"|ncclremoteerror|ncclsystemerror|unhandled system error|heartbeat|store is unavailable",
    re.IGNORECASE,
)
"""In an error that a rank has because another one is gone: gloo's and NCCL's words for it."""
LOST_TYPES = ("DistNetworkError", "DistStoreError", "ConnectionResetError", "BrokenPipeError", "ConnectionRefusedError")
TEXT = 200
"""Characters of an exception's text."""


@dataclass(frozen=True)
class Failure:
    """An exception that ended the main thread of a rank, `at` a time of this node's clock (time.monotonic)."""

    rank: int
    at: float
    type: str
    text: str
    stack: tuple[Frame, ...] = ()

    @property
    def is_loss(self) -> bool:
        """Return whether the end of another rank explains it."""
        return self.type in LOST_TYPES or bool(LOST.search(self.text))

    def __str__(self) -> str:
        """Return the exception and its place."""
        line = self.text.strip().partition("\n")[0]
        where = f", in {place(self.stack)}" if self.stack else ""
        return f"{self.type}{': ' if line else ''}{line}{where}"


def to_failure(found: Any) -> Failure:
    """Return the failure in a message. Raises KeyError, TypeError or ValueError where it has another form."""
    stack = tuple(to_frames(found["stack"]))
    return Failure(int(found["rank"]), float(found["at"]), str(found["type"])[:80], str(found["text"])[:TEXT], stack)


def first_failure(failures: Sequence[Failure]) -> Failure | None:
    """Return the first failure that the end of another rank does not explain; None where there is none."""
    return min((failure for failure in failures if not failure.is_loss), key=_time, default=None)


def _time(failure: Failure) -> float:
    return failure.at
