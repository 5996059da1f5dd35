"""An end for what has none by itself: a time-out of a socket is for one read, and a name server has none."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")


def within(seconds: float, work: Callable[[], Result], late: Callable[[], Exception]) -> Result:
    """Return the result of work. Raises what it raises, and `late()` where it takes longer than some seconds.

    The thread of work that is late is left alone; it does not keep the process from ending.
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
