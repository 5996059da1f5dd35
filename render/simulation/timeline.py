"""The timeline of a simulation: the runs in order of their starts, and what the nodes were used for."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from render.manifests.paths import Data


class RunState(StrEnum):
    """State of a run at the end of a simulation."""

    RUNS = "runs"
    WAITS = "waits"
    ENDED = "ended"
    REJECTED = "rejected"


@dataclass
class RunRecord:
    """The history of one run. Times are simulated, in seconds."""

    name: str
    pods: int
    arrival: float
    state: RunState = RunState.WAITS
    starts: list[float] = field(default_factory=list)
    """Several if it was preempted."""
    ends: list[float] = field(default_factory=list)
    """Of each start: preemptions, and the end."""
    place: int | None = None
    """Place in the order of first starts, from 1."""
    started_pods: int = 0
    """Pods that run at the end."""
    first_reason: str = ""
    """Why it did not start when it arrived; empty if it did."""
    reason: str = ""
    """Why it does not run at the end, or the message of its rejection."""


class Usage(NamedTuple):
    """One resource at one time, over all nodes."""

    seconds: float
    resource: str
    total: Fraction
    used: Fraction
    split: Fraction
    """Free, but on nodes of which a part is used: a pod that needs a whole node can't have it."""

    @property
    def utilization(self) -> float:
        """Share that is used, from 0 to 1."""
        return float(self.used / self.total) if self.total else 0.0

    @property
    def fragmentation(self) -> float:
        """Share of the free amount that is on partly used nodes, from 0 to 1."""
        free = self.total - self.used
        return float(self.split / free) if free else 0.0


@dataclass
class Timeline:
    """The result of a simulation."""

    kubernetes: str
    """Version of the API server."""
    runs: list[RunRecord]
    usage: list[Usage] = field(default_factory=list)
    """By time and resource."""
    notes: tuple[str, ...] = ()
    """Facts that the reader must know, in sentences."""

    def started(self) -> list[RunRecord]:
        """Return the runs that started, in order."""
        return sorted((one for one in self.runs if one.place), key=lambda one: one.place or 0)

    def end(self) -> float:
        """Return the time of the last event."""
        times = [time for run in self.runs for time in (run.arrival, *run.starts, *run.ends)]
        return max(times, default=0.0)

    def counts(self) -> Mapping[RunState, int]:
        """Return the number of runs in each state."""
        return Counter(run.state for run in self.runs)


def measure(
    seconds: float, resources: Sequence[str], room: Iterable[Data], used: Mapping[str, Mapping[str, Fraction]]
) -> list[Usage]:
    """Return the usage of resources at a time: `room` is the amounts of each node, `used` requests by node."""
    rows = list(room)
    return [_usage(seconds, resource, rows, used) for resource in resources]


def _usage(seconds: float, resource: str, room: Sequence[Data], used: Mapping[str, Mapping[str, Fraction]]) -> Usage:
    total = taken = split = Fraction(0)
    for node in room:
        most: Fraction = node["amounts"].get(resource, Fraction(0))
        own = used.get(node["name"], {}).get(resource, Fraction(0))
        total, taken = total + most, taken + own
        if 0 < own < most:
            split += most - own
    return Usage(seconds, resource, total, taken, split)
