"""The nodes' output: line by line, each with its node in front."""

import sys
from collections.abc import Callable, Sequence
from threading import Lock
from typing import IO

import click

_COLOURS = ("cyan", "magenta", "green", "yellow", "blue", "bright_red")
_LONGEST = 2**16
"""Characters of a line; the rest is another line."""


class Logs:
    """Writes whole lines to standard output, whichever thread they come from."""

    def __init__(
        self, labels: Sequence[str], *, is_coloured: bool, closed: Callable[[], None], hidden: str | None = None
    ) -> None:
        """Prepare for nodes of these names; `closed` is called when nobody reads any more.

        Lines that hold `hidden` are left out.
        """
        width = max(map(len, labels))
        fronts = {label: f"{label:<{width}} | " for label in labels}
        colours = {label: _COLOURS[position % len(_COLOURS)] for position, label in enumerate(labels)}
        self._fronts = {
            name: click.style(text, fg=colours[name]) if is_coloured else text for name, text in fronts.items()
        }
        self._closed = closed
        self._hidden = hidden
        self._lock = Lock()

    def copy(self, label: str, stream: IO[str]) -> None:
        """Write all lines of a stream, until it ends. Where nobody reads them any more they are still taken."""
        while line := stream.readline(_LONGEST):
            self.write(label, line.removesuffix("\n"))

    def write(self, label: str, line: str) -> None:
        """Write one line."""
        if self._hidden is not None and self._hidden in line:
            return
        with self._lock:
            try:
                sys.stdout.write(f"{self._fronts[label]}{line}\n")
                sys.stdout.flush()
            except BrokenPipeError:
                self._closed()
