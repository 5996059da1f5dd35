"""When a control plane has no more to do: observed, not assumed."""

import time
from collections.abc import Callable

from render.simulation.control_plane import ControlPlane
from render.simulation.programs import SimulationError

QUIET_SECONDS = 1.5
"""Seconds without a write after which an event has no more effect: the Job controller and Kueue collect what they see
for one second (`syncJobBatchPeriod`, `requeueBatchPeriod`)."""
STRICT_SECONDS = 4.5
"""The same if there is something that a controller has yet to try: Kueue tries the head of a queue with `StrictFIFO`
again and again."""
SETTLE_SECONDS = 300.0
"""Maximum seconds until the control plane is quiet."""


def settle(plane: ControlPlane, pending: Callable[[], int], is_done: Callable[[], bool] = lambda: False) -> None:
    """Wait until nothing is written for QUIET_SECONDS, and no scheduler has something to try.

    `pending` counts what controllers of other projects have yet to try. `is_done` returns True if that is
    known before. Raises SimulationError after SETTLE_SECONDS, ClusterError.
    """
    seen, since = "", time.monotonic()

    def is_quiet() -> bool:
        nonlocal seen, since
        plane.programs.check()
        if is_done():
            return True
        revision = plane.server.revision()
        if revision != seen:
            seen, since = revision, time.monotonic()
            return False
        quiet = time.monotonic() - since
        if quiet < QUIET_SECONDS or plane.pending_pods():
            return False
        return quiet > STRICT_SECONDS or not pending()

    wait(is_quiet, "the control plane does not come to rest")


def wait(is_done: Callable[[], bool], otherwise: str) -> None:
    """Wait until a condition is true. Raises SimulationError after SETTLE_SECONDS."""
    deadline = time.monotonic() + SETTLE_SECONDS
    while not is_done():
        if time.monotonic() > deadline:
            raise SimulationError(f"{otherwise} within {SETTLE_SECONDS:g} seconds")
        time.sleep(0.1)
