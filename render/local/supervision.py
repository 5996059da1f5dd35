"""Supervise a run until its success, a failure, a signal or a time-out.

The success policies of its JobSet and Jobs say when it ends.
Sources: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/controllers/success_policy.go and
https://kubernetes.io/docs/concepts/workloads/controllers/job/#success-policy
"""

import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from types import FrameType
from typing import NamedTuple

from render.local.init import adopt_orphans, kill_descendants
from render.local.node import LocalNode
from render.local.node_process import Enter, NodeLogs, NodeProcess
from render.manifests.jobset import ReplicatedJob
from render.manifests.paths import Data

Statuses = Mapping[str, int]
"""Exit statuses by label, of the nodes that have ended."""


@dataclass(frozen=True, slots=True)
class RunEnd:
    """The end of a run."""

    status: int
    why: str
    """The reason, for a message: a clause without a full stop."""


def run_end(nodes: Sequence[LocalNode], jobset: Data, statuses: Statuses) -> RunEnd | None:
    """Return the end of the run, or None while it continues. Failed Jobs aren't restarted."""
    failed = [node for node in nodes if statuses.get(node.label)]
    for node in failed:
        of_role = sum(other.pod.role == node.pod.role for other in failed)
        if _decides(node) or of_role > int(node.pod.role.job.get("maxFailedIndexes", 0)):
            return RunEnd(statuses[node.label], f"{node.label} failed with status {statuses[node.label]}")
    policy = jobset.get("spec", {}).get("successPolicy", {})
    targets = policy.get("targetReplicatedJobs") or {node.pod.role.name for node in nodes}
    awaited = [[node for node in nodes if node.pod.role.name == name and _decides(node)] for name in targets]
    are_complete = [all(statuses.get(node.label) == 0 for node in members) for members in awaited if members]
    is_over = any(are_complete) if policy.get("operator") == "Any" else all(are_complete)
    return RunEnd(0, "the run has ended well") if is_over else None


def _decides(node: LocalNode) -> bool:
    """Return True if the Job of a node can't succeed without the node."""
    indexes = _deciding_indexes(node.pod.role)
    return indexes is None or node.pod.index in indexes


def _deciding_indexes(role: ReplicatedJob) -> frozenset[int] | None:
    rules = role.job.get("successPolicy", {}).get("rules", [])
    named = [rule["succeededIndexes"] for rule in rules if "succeededIndexes" in rule]
    return _numbers(named[0]) if named else None


def _numbers(text: str) -> frozenset[int]:
    spans = [part.partition("-") for part in text.split(",")]
    return frozenset(n for first, _, last in spans for n in range(int(first), int(last or first) + 1))


TIMED_OUT = 124
"""Exit status of a run that timed out, as for `timeout`."""

_LAST_WORDS_SECONDS = 5.0
_PATIENCE_SECONDS = 0.5


class NodeExit(NamedTuple):
    """A node that has ended."""

    label: str
    status: int


class ReceivedSignal(NamedTuple):
    """A signal to this process."""

    number: int


Events = SimpleQueue[NodeExit | ReceivedSignal]


@contextmanager
def catch_signals(events: Events) -> Iterator[None]:
    """Put SIGINT, SIGTERM and SIGHUP, unless it is ignored, into `events`, so that they interrupt no operation."""

    def take(number: int, _frame: FrameType | None) -> None:
        events.put(ReceivedSignal(number))

    taken = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # `nohup` ignores it
        taken.append(signal.SIGHUP)
    before = [signal.signal(number, take) for number in taken]
    try:
        yield
    finally:
        for number, handler in zip(taken, before, strict=True):
            signal.signal(number, handler)


@dataclass(slots=True)
class Supervisor:
    """A supervisor of one run."""

    nodes: Sequence[LocalNode]
    jobset: Data
    seconds: float | None
    """Time-out in seconds; None for no time-out."""
    events: Events
    print_status: Callable[[str], None]
    """Function that prints a message."""
    patience_seconds: float = 0.0
    """Seconds for the remaining nodes to end by themselves once the end of the run is decided."""
    statuses: dict[str, int] = field(default_factory=dict)

    def run(self, enter: Enter, logs: NodeLogs) -> RunEnd:
        """Start all nodes and return the end of the run, once all its processes have ended."""
        adopt_orphans()
        running = [
            NodeProcess(node, logs, enter, lambda *ended: self.events.put(NodeExit(*ended))) for node in self.nodes
        ]
        try:
            return self._end()
        finally:
            self._stop(running)

    def _end(self) -> RunEnd:
        deadline = None if self.seconds is None else time.monotonic() + self.seconds
        while True:
            event = self._next(deadline)
            if event is None:
                return RunEnd(TIMED_OUT, f"after {self.seconds:g} s still running: {_listed(self._still_running())}")
            if isinstance(event, ReceivedSignal):
                return RunEnd(128 + event.number, f"ended by {signal.Signals(event.number).name}")
            self.statuses[event.label] = event.status
            if found := run_end(self.nodes, self.jobset, self.statuses):
                self._wait(self.patience_seconds)
                return found

    def _stop(self, running: Sequence[NodeProcess]) -> None:
        """Ask all nodes to end; kill those still running after the longest grace period, or at another signal."""
        for one in running:
            one.terminate()
        self._wait(max(node.grace_seconds for node in self.nodes))
        if left := self._still_running():
            self.print_status(f"killed, since asked to end and still running: {_listed(left)}")
        for one in running:
            one.end()
        kill_descendants()
        for one in running:
            one.read_to_the_end(_LAST_WORDS_SECONDS)

    def _wait(self, seconds: float) -> None:
        """Wait until all nodes have ended, a signal arrives, or the time has passed."""
        deadline = time.monotonic() + seconds
        while self._still_running() and isinstance(event := self._next(deadline), NodeExit):
            self.statuses[event.label] = event.status

    def _next(self, deadline: float | None) -> NodeExit | ReceivedSignal | None:
        """Return the next event; None at the deadline, in seconds of `time.monotonic`."""
        while deadline is None or time.monotonic() < deadline:
            # A short time-out: the second of two signals may wake another thread, but only this one can handle it.
            left = _PATIENCE_SECONDS if deadline is None else deadline - time.monotonic()
            with suppress(Empty):
                return self.events.get(timeout=min(max(0.0, left), _PATIENCE_SECONDS))
        return None

    def _still_running(self) -> list[str]:
        return [node.label for node in self.nodes if node.label not in self.statuses]


def _listed(labels: Sequence[str]) -> str:
    return ", ".join(labels)
