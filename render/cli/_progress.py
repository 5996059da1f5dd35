"""A progress bar, where a person waits."""

import sys
from collections.abc import Iterator
from typing import TypeVar

T = TypeVar("T")

FEW = 40
"""Items that are done before anyone looks."""


def progress(items: Iterator[T], total: int) -> Iterator[T]:
    """Yield the items, with a bar on standard error while that is a terminal."""
    if total <= FEW or not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return iter(track(items, total=total, description="", transient=True, console=Console(stderr=True)))
