"""The state of a run as a whole, from its objects and pods."""

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a run has its state
    from render.why.training_run import TrainingRun

_SUCCESSES = ("Completed", "Complete", "Succeeded")
"""Conditions of a run's object that has ended well."""


class State(StrEnum):
    """State of a run, as a verb."""

    WAITS = "waits"
    RUNS = "runs"
    STALLS = "makes no progress"
    SUSPENDED = "is suspended"
    RESTARTS = "restarts"
    FAILED = "failed"
    COMPLETE = "has completed"
    GONE = "is gone"


def run_state(run: "TrainingRun") -> State:
    """Return the state of a run."""
    if any(one.is_true("Failed") for one in run.owners):
        return State.FAILED
    if _is_complete(run):
        return State.COMPLETE
    if run.root is None and not run.pods:
        return State.GONE
    if run.is_suspended and not run.live_pods:
        return State.SUSPENDED
    return _state_of_pods(run)


def _is_complete(run: "TrainingRun") -> bool:
    if run.root is None:
        return bool(run.pods) and all(pod.phase == "Succeeded" for pod in run.pods)
    return any(one.is_true(success) for one in run.owners for success in _SUCCESSES)


def _state_of_pods(run: "TrainingRun") -> State:
    running = [pod for pod in run.live_pods if pod.phase == "Running" and not pod.object.deleted]
    succeeded = sum(pod.phase == "Succeeded" for pod in run.pods if pod.attempt == run.attempt)
    if run.pods and len(running) >= max(run.size - succeeded, 1) and not run.pending_pods:
        return State.RUNS
    has_failed = any(pod.phase == "Failed" for pod in run.pods)
    return State.RESTARTS if run.attempt or has_failed else State.WAITS
