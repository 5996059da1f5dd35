"""What Go reads when a process starts that will load Helm's library; to set it in one that runs has no effect."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_SETTINGS = {"GOGC": "800", "GOMAXPROCS": "2"}
"""One render is one thread's work, and short-lived garbage: a thousand specs take three quarters of the time."""


@contextmanager
def for_rendering() -> Iterator[None]:
    """Start processes with settings that suit a render, where the user has none of these."""
    added = {name: value for name, value in _SETTINGS.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]
