"""A run from its start to its end, whatever comes first: success, a failure, a signal, a time-out."""

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from types import FrameType
from typing import NamedTuple

from render.local.logs import Logs
from render.local.node import Node
from render.local.processes import adopt_orphans, end_all
from render.local.running import Enter, Running
from render.local.success import End, end
from render.manifests.places import Data

TIMED_OUT = 124
"""Exit status of a run that took too long, as `timeout` has it."""

_LAST_WORDS_SECONDS = 5.0
_PATIENCE_SECONDS = 0.5


class Ended(NamedTuple):
    """A node that has ended."""

    label: str
    status: int


class Signal(NamedTuple):
    """A signal to this process."""

    number: int


Events = SimpleQueue[Ended | Signal]


@contextmanager
def signals(events: Events) -> Iterator[None]:
    """Take the signals that end a run as events, so that nothing is interrupted half done."""

    def take(number: int, _frame: FrameType | None) -> None:
        events.put(Signal(number))

    taken = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as `nohup` leaves it
        taken.append(signal.SIGHUP)
    before = [signal.signal(number, take) for number in taken]
    try:
        yield
    finally:
        for number, handler in zip(taken, before, strict=True):
            signal.signal(number, handler)


@dataclass(slots=True)
class Supervision:
    """One run."""

    nodes: Sequence[Node]
    jobset: Data
    seconds: float | None
    """That it may take."""
    events: Events
    say: Callable[[str], None]
    """Tells a person something."""
    patience_seconds: float = 0.0
    """For which the others may come to an end of their own where one has failed."""
    statuses: dict[str, int] = field(default_factory=dict)

    def run(self, enter: Enter, logs: Logs) -> End:
        """Start all nodes and return how the run ends; by then no process of it is left."""
        adopt_orphans()
        running = [Running(node, logs, enter, lambda *ended: self.events.put(Ended(*ended))) for node in self.nodes]
        try:
            return self._end()
        finally:
            self._stop(running)

    def _end(self) -> End:
        deadline = None if self.seconds is None else time.monotonic() + self.seconds
        while True:
            event = self._next(deadline)
            if event is None:
                return End(TIMED_OUT, f"after {self.seconds:g} s still running: {_listed(self._still_running())}")
            if isinstance(event, Signal):
                return End(128 + event.number, f"ended by {signal.Signals(event.number).name}")
            self.statuses[event.label] = event.status
            if found := end(self.nodes, self.jobset, self.statuses):
                self._wait(self.patience_seconds)
                return found

    def _stop(self, running: Sequence[Running]) -> None:
        """Ask all nodes to end, and end what has not after its grace period, or at another signal."""
        for one in running:
            one.ask_to_end()
        self._wait(max(node.grace_seconds for node in self.nodes))
        if left := self._still_running():
            self.say(f"killed, since asked to end and still running: {_listed(left)}")
        for one in running:
            one.end()
        end_all()
        for one in running:
            one.read_to_the_end(_LAST_WORDS_SECONDS)

    def _wait(self, seconds: float) -> None:
        """Wait for the nodes to end, until another event at most."""
        deadline = time.monotonic() + seconds
        while self._still_running() and isinstance(event := self._next(deadline), Ended):
            self.statuses[event.label] = event.status

    def _next(self, deadline: float | None) -> Ended | Signal | None:
        """Return the next event; None where there is none until a time."""
        while deadline is None or time.monotonic() < deadline:
            # Not for longer: the second of two signals wakes another thread than this one, which has to take it.
            left = _PATIENCE_SECONDS if deadline is None else deadline - time.monotonic()
            with suppress(Empty):
                return self.events.get(timeout=min(max(0.0, left), _PATIENCE_SECONDS))
        return None

    def _still_running(self) -> list[str]:
        return [node.label for node in self.nodes if node.label not in self.statuses]


def _listed(labels: Sequence[str]) -> str:
    return ", ".join(labels)
