"""The end of a process: its work, its watch and its guard may end it at once, and the first one reports."""

from __future__ import annotations

import os
import threading
from typing import Callable

import smoke_output as output
import smoke_plan as plans
from smoke_gate import Verdict
from smoke_plan import Place
from smoke_result import Measured
from smoke_transport import Log


class Ending:
    """Reports a verdict, once."""

    def __init__(self, place: Place, log: Log, end: Callable[[int], None]) -> None:
        """Begin with nothing measured; `end` ends the process with an exit code."""
        self._place, self._log, self._end = place, log, end
        self._first = threading.Lock()
        self.measured: Measured | None = None

    def report(self, verdict: Verdict) -> int:
        """Report the verdict and the measurements, and return the exit code. Later callers wait for the end."""
        self._first.acquire()
        print(self._log.remove(), end="", flush=True)
        if self._place.rank == 0 and self.measured:
            output.result(self.measured.result(verdict), self.measured.plan.json)
        output.verdict(verdict, plans.termination_log(os.environ), prints=self._place.local == 0)
        return verdict.code

    def now(self, verdict: Verdict) -> None:
        """Report the verdict and end the process."""
        self._end(self.report(verdict))
