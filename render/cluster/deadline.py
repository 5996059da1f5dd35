"""A deadline for a whole call: the time-out of a socket is for one read, and name resolution has none."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_within(seconds: float, work: Callable[[], Result], late: Callable[[], Exception]) -> Result:
    """Return the result of `work`. Raises its exceptions, and `late()` after `seconds`.

    A late thread keeps running; as a daemon it doesn't keep the process alive.
    """
    outcomes: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            outcomes.put((work(), None))
        except BaseException as error:  # noqa: BLE001 - raised in the thread that waits
            outcomes.put((None, error))

    Thread(target=run, daemon=True).start()
    try:
        result, error = outcomes.get(timeout=seconds)
    except Empty:
        raise late() from None
    if error is not None:
        raise error
    found: Result = result
    return found
