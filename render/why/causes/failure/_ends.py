"""Failures of a run's pods, the first one first."""

from typing import NamedTuple

from render.why.explanation import Evidence, clean
from render.why.pod_state import End, PodState
from render.why.training_run import TrainingRun

GRACE_SIGNALS = (143, 137)
"""Codes of containers that were ended: SIGTERM, SIGKILL."""


class Failure(NamedTuple):
    """A container that failed."""

    pod: PodState
    end: End

    @property
    def place(self) -> str:
        """The rank where it is known, and the pod with its index and node, in words."""
        first = self.end.first
        rank = f"rank {first.rank} of " if first is not None and first.rank is not None else ""
        index = f"node {self.pod.index}, " if self.pod.index is not None else ""
        on = f" on `{self.pod.node}`" if self.pod.node else ""
        return f"{rank}{index}pod `{self.pod.name}`{on}"

    @property
    def evidence(self) -> Evidence:
        """The end of the container as evidence."""
        reason = f" ({self.end.reason})" if self.end.reason else ""
        signal = f", signal {self.end.signal}" if self.end.signal else ""
        first = self.end.first
        message = f"{first.error} ({first.place})" if first is not None and first.error else self.end.message
        words = f"`{self.end.container}` ended with code {self.end.code}{signal}{reason}: {message}"
        return Evidence(self.end.time, f"Pod/{self.pod.name}", clean(words.removesuffix(": ")))


def failures(run: TrainingRun) -> list[Failure]:
    """Return the failures by time. Those of containers that were ended with their pod come last.

    The time of an exception is more exact than the end of its container, which waits for its other processes.
    """
    found = [Failure(pod, end) for pod in run.pods if (end := pod.failure) is not None]
    return sorted(found, key=lambda one: (one.end.code in GRACE_SIGNALS and is_ended(one.pod), _time(one.end) or "9"))


def _time(end: End) -> str:
    return end.first.time if end.first is not None and end.first.time else end.time


def is_ended(pod: PodState) -> bool:
    """Return True if a pod was ended from outside: it was deleted or disrupted."""
    return bool(pod.object.deleted) or pod.object.is_true("DisruptionTarget")
