"""Discard the log of Helm's library, which it writes to the process's standard error, as that of the command."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

_STANDARD_ERROR = 2
_ALONE = Lock()


@contextmanager
def silence_stderr() -> Iterator[None]:
    """Discard all output to standard error; one thread at a time, since the whole process shares the stream."""
    with _ALONE:
        try:
            kept = os.dup(_STANDARD_ERROR)
        except OSError:  # closed: there is nothing to discard
            yield
            return
        try:
            with Path(os.devnull).open("wb") as nowhere:
                os.dup2(nowhere.fileno(), _STANDARD_ERROR)
            yield
        finally:
            os.dup2(kept, _STANDARD_ERROR)
            os.close(kept)
