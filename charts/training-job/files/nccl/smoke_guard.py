"""The last time-out: for what even the watch waits for, which is rank 0 where its machine is gone without a word."""

from __future__ import annotations

import threading
import time
from typing import Callable

from smoke_gate import Verdict
from smoke_plan import Place

LOOK = 0.5


class Guard:
    """A thread that asks nobody: unless it is told in time that things go on, it ends the process."""

    def __init__(self, place: Place, end: Callable[[Verdict], None]) -> None:
        """Begin without a limit; `end` tells a verdict and ends the process."""
        self._place, self._end = place, end
        self._limit = float("inf")
        self._seconds = 0.0
        threading.Thread(target=self._run, daemon=True).start()

    def expect(self, seconds: float) -> None:
        """Give rank 0 so many seconds for its next answer."""
        self._seconds, self._limit = seconds, time.monotonic() + seconds

    def _run(self) -> None:
        while time.monotonic() < self._limit:
            time.sleep(LOOK)
        where = f"{self._place.address}:{self._place.port}"
        self._end(Verdict("unreachable", f"rank 0 ({where}) has given no answer for {self._seconds:g} s"))
