"""Timeouts that work without the network: a thread next to the work, which ends the process if the work hangs.

If a phase takes too long or fails in a process, that process raises the alarm, all others answer a roll call, and one
of them names those that did not answer.
"""

from __future__ import annotations

import threading
import time
from dataclasses import asdict, dataclass
from typing import Callable

import smoke_words as words
from smoke_gate import VERDICT, Verdict
from smoke_guard import Guard
from smoke_hello import World
from smoke_meeting import connect, first_line
from smoke_plan import Place
from smoke_signed import ForeignValueError
from smoke_store import FAREWELL

POLL = 0.5
# Seconds for the answer of a live process; rank 0 decides, or another one if rank 0 has ended.
GRACE = 6.0
ALARM = {"phase": str, "why": str}
# Words in torch's errors if the processes can't do the work, regardless of the network.
UNABLE = (
    "out of memory",
    "unsupported",
    "not supported",
    "no support",
    "invalid scalar type",
    "cannot use",
    "not implemented",
)


@dataclass(frozen=True)
class Phase:
    """The current step of a process, and its end (of the monotonic clock)."""

    number: int
    text: str
    end: float


class Watch:
    """Watches the work of this process and the alarms of all."""

    def __init__(
        self, place: Place, world: World, seconds: float, guard: Guard, end: Callable[[Verdict], None]
    ) -> None:
        """Connect to the store for alarms; `end` reports a verdict and ends the process. Raises EndedError."""
        self._place, self._world, self.seconds, self._guard, self._end = place, world, seconds, guard, end
        self._store = connect(place, seconds)
        self._phase = Phase(0, "start", time.monotonic() + seconds)
        self._broken: str | None = None
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def phase(self, text: str) -> None:
        """Start a phase, which must finish within the timeout."""
        self._phase = Phase(self._phase.number + 1, text, time.monotonic() + self.seconds)

    def broken(self, error: BaseException) -> None:
        """Raise the alarm because the phase failed; the process ends after the roll call."""
        self._broken = first_line(error)
        self._thread.join()

    def over(self) -> None:
        """Stop watching."""
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._done.wait(POLL):
                self._guard.expect(self.seconds + GRACE + FAREWELL)
                if self._store.has("alarm"):
                    self._end(self._roll_call())
                    return
                late = time.monotonic() > self._phase.end
                if late or self._broken is not None:
                    why = self._broken or f"not finished after {self.seconds:g} s"
                    self._store.first("alarm", {"phase": self._phase.text, "why": why})
        except ForeignValueError as error:
            self._end(Verdict("unreachable", str(error)))
        except RuntimeError:
            where = f"{self._place.address}:{self._place.port}"
            self._end(Verdict("unreachable", f"lost the connection to rank 0 ({where}): its process has ended"))

    def _roll_call(self) -> Verdict:
        self._store.set(f"present/{self._place.rank}", self._phase.number)
        end = time.monotonic() + GRACE + (POLL * 4 if self._place.rank else 0.0)
        while not self._store.has("verdict"):
            if time.monotonic() > end or (self._place.rank == 0 and self._all_present()):
                verdict = self._verdict(self._store.get("alarm", ALARM))
                self._store.first("verdict", asdict(verdict))
            self._done.wait(POLL / 5)
        verdict = Verdict(**self._store.get("verdict", VERDICT))
        self._store.leave("present")
        return verdict

    def _all_present(self) -> bool:
        return not self._store.missing("present", range(self._place.world), 0.0)

    def _verdict(self, alarm: dict[str, str]) -> Verdict:
        numbers = {
            rank: self._store.get(f"present/{rank}", int)
            for rank in range(self._place.world)
            if self._store.has(f"present/{rank}")
        }
        what = f"{alarm['phase']}: {alarm['why']}"
        missing = [rank for rank in range(self._place.world) if rank not in numbers]
        behind = [rank for rank, number in numbers.items() if number < max(numbers.values())]
        if missing:
            return Verdict("unreachable", f"{self._named(missing)} stopped responding ({what})")
        if any(sign in alarm["why"].lower() for sign in UNABLE):
            return Verdict("misconfigured", what)
        if behind:
            return Verdict("unreachable", f"{self._named(behind)} fell behind ({what})")
        return Verdict("unreachable", f"{what}; all processes are alive")

    def _named(self, ranks: list[int]) -> str:
        nodes = [
            words.node(node, self._world.names)
            for node, members in enumerate(self._world.members)
            if set(members) & set(ranks)
        ]
        more = ["…"] if len(nodes) > words.NAMED_AT_MOST else []
        return f"{words.ranks(ranks)} on {', '.join(nodes[: words.NAMED_AT_MOST] + more)}"
