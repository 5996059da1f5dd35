"""Times between marks: of this thread on CPUs, of the GPU's stream on GPUs."""

from __future__ import annotations

import time
from typing import Any, Callable, Protocol


class Clock(Protocol):
    """Sets marks, and returns the times between them."""

    def mark(self) -> None:
        """Set a mark at the current point of the work."""

    def spans(self) -> list[float]:
        """Return the seconds between neighbouring marks, and forget the marks; waits for the work."""


class CpuClock:
    """Marks on CPUs, where a collective is finished when it returns."""

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        """Begin without a mark; `now` gives seconds."""
        self._now = now
        self._marks: list[float] = []

    def mark(self) -> None:
        """Set a mark now."""
        self._marks.append(self._now())

    def spans(self) -> list[float]:
        """Return the seconds between neighbouring marks, and forget the marks."""
        marks, self._marks = self._marks, []
        return [later - earlier for earlier, later in zip(marks, marks[1:])]


class CudaClock:
    """Events in the stream: calls are queued ahead, so that the time to start them is not measured."""

    def __init__(self, event: Callable[[], Any]) -> None:
        """Begin without a mark; `event` makes a CUDA event that takes times."""
        self._event = event
        self._marks: list[Any] = []

    def mark(self) -> None:
        """Set a mark at the end of what is queued."""
        event = self._event()
        event.record()
        self._marks.append(event)

    def spans(self) -> list[float]:
        """Wait for the last mark; return the seconds between neighbouring marks, and forget the marks."""
        marks, self._marks = self._marks, []
        marks[-1].synchronize()
        return [earlier.elapsed_time(later) / 1e3 for earlier, later in zip(marks, marks[1:])]
