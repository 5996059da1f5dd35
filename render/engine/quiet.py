"""Helm's library logs on the process's standard error, with the time of day; the command's log is dropped as well."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

_STANDARD_ERROR = 2
_ALONE = Lock()


@contextmanager
def quiet() -> Iterator[None]:
    """Drop what is written on standard error meanwhile; one thread at a time, for the whole process shares it."""
    with _ALONE:
        try:
            kept = os.dup(_STANDARD_ERROR)
        except OSError:  # closed: there is nothing to drop
            yield
            return
        try:
            with Path(os.devnull).open("wb") as nowhere:
                os.dup2(nowhere.fileno(), _STANDARD_ERROR)
            yield
        finally:
            os.dup2(kept, _STANDARD_ERROR)
            os.close(kept)
