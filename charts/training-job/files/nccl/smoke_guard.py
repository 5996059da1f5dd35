"""The last timeout: the watch itself waits for rank 0, whose machine may have failed without closing connections."""

from __future__ import annotations

import threading
import time
from typing import Callable

from smoke_gate import Verdict
from smoke_plan import Place

LOOK = 0.5


class Guard:
    """A thread that ends the process unless `expect` extends the limit in time. It needs no connection."""

    def __init__(self, place: Place, end: Callable[[Verdict], None]) -> None:
        """Begin without a limit; `end` reports a verdict and ends the process."""
        self._place, self._end = place, end
        self._limit = float("inf")
        self._seconds = 0.0
        threading.Thread(target=self._run, daemon=True).start()

    def expect(self, seconds: float) -> None:
        """Set the seconds until the next answer of rank 0."""
        self._seconds, self._limit = seconds, time.monotonic() + seconds

    def _run(self) -> None:
        while time.monotonic() < self._limit:
            time.sleep(LOOK)
        where = f"{self._place.address}:{self._place.port}"
        self._end(Verdict("unreachable", f"no answer from rank 0 ({where}) for {self._seconds:g} s"))
