"""Time-outs that hold whatever the network does: a thread beside the work, which ends the process where that hangs.

Where a phase takes too long or breaks anywhere, that process raises the alarm, all others answer a roll call, and the
one that judges names those that did not.
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
# Seconds that a living process has for its answer; rank 0 judges, and another one where it is gone.
GRACE = 6.0
ALARM = {"phase": str, "why": str}
# What torch says where the processes cannot do what is asked, whatever the network is like.
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
    """What a process is doing, and until when (of the monotonic clock)."""

    number: int
    text: str
    end: float


class Watch:
    """Watches the work of this process and the alarms of all."""

    def __init__(
        self, place: Place, world: World, seconds: float, guard: Guard, end: Callable[[Verdict], None]
    ) -> None:
        """Connect to the store for alarms; `end` tells a verdict and ends the process. Raises EndedError."""
        self._place, self._world, self.seconds, self._guard, self._end = place, world, seconds, guard, end
        self._store = connect(place, seconds)
        self._phase = Phase(0, "start", time.monotonic() + seconds)
        self._broken: str | None = None
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def phase(self, text: str) -> None:
        """Begin what must be over within the time-out."""
        self._phase = Phase(self._phase.number + 1, text, time.monotonic() + self.seconds)

    def broken(self, error: BaseException) -> None:
        """Raise the alarm because the phase failed; the process ends when the roll call is over."""
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
                    why = self._broken or f"not over after {self.seconds:g} s"
                    self._store.first("alarm", {"phase": self._phase.text, "why": why})
        except ForeignValueError as error:
            self._end(Verdict("unreachable", str(error)))
        except RuntimeError:
            where = f"{self._place.address}:{self._place.port}"
            self._end(Verdict("unreachable", f"the connection to rank 0 ({where}) is lost: its process went away"))

    def _roll_call(self) -> Verdict:
        self._store.set(f"present/{self._place.rank}", self._phase.number)
        end = time.monotonic() + GRACE + (POLL * 4 if self._place.rank else 0.0)
        while not self._store.has("verdict"):
            if time.monotonic() > end or (self._place.rank == 0 and self._all_present()):
                verdict = self._judged(self._store.get("alarm", ALARM))
                self._store.first("verdict", asdict(verdict))
            self._done.wait(POLL / 5)
        verdict = Verdict(**self._store.get("verdict", VERDICT))
        self._store.leave("present")
        return verdict

    def _all_present(self) -> bool:
        return not self._store.missing("present", range(self._place.world), 0.0)

    def _judged(self, alarm: dict[str, str]) -> Verdict:
        numbers = {
            rank: self._store.get(f"present/{rank}", int)
            for rank in range(self._place.world)
            if self._store.has(f"present/{rank}")
        }
        what = f"{alarm['phase']}: {alarm['why']}"
        missing = [rank for rank in range(self._place.world) if rank not in numbers]
        behind = [rank for rank, number in numbers.items() if number < max(numbers.values())]
        if missing:
            return Verdict("unreachable", f"{self._named(missing)} went away ({what})")
        if any(sign in alarm["why"].lower() for sign in UNABLE):
            return Verdict("misconfigured", what)
        if behind:
            return Verdict("unreachable", f"{self._named(behind)} did not come so far ({what})")
        return Verdict("unreachable", f"{what}, though all processes are alive")

    def _named(self, ranks: list[int]) -> str:
        nodes = [
            words.node(node, self._world.hosts)
            for node, members in enumerate(self._world.members)
            if set(members) & set(ranks)
        ]
        more = ["…"] if len(nodes) > words.NAMED_AT_MOST else []
        return f"{words.ranks(ranks)} on {', '.join(nodes[: words.NAMED_AT_MOST] + more)}"
