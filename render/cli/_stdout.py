"""Print what may be long to standard output, which may be closed."""

import os
import sys
from collections.abc import Iterable

from render.cli import CLEAN, FAILED


def print_all(texts: Iterable[str]) -> int:
    """Print texts and return the exit status."""
    try:
        sys.stdout.writelines(texts)
        sys.stdout.flush()
    except BrokenPipeError:
        leave_unread()
        return FAILED
    return CLEAN


def leave_unread() -> None:
    """Drop what is still to be written: nobody reads it, and the interpreter's last flush must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
