"""States of a run."""

from enum import StrEnum


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
