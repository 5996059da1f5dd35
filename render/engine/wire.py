"""What the two processes of the engine tell each other: tuples of plain data, over pipes."""

import marshal
from typing import IO, Any


class Outcome:
    """What comes first in an answer."""

    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"
    BROKEN = "broken"


def write(stream: IO[bytes], message: tuple[Any, ...]) -> None:
    """Send a message. Raises OSError where nobody reads."""
    marshal.dump(message, stream)
    stream.flush()


def read(stream: IO[bytes]) -> Any:
    """Return the next message. Raises EOFError, OSError where nobody writes any more."""
    return marshal.load(stream)  # noqa: S302 - written by a process of our own
