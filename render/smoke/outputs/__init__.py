"""Formats of `render smoke report`: one module for each format, found by its name.

Each module has `text(run, earlier)`. `earlier` are runs to compare with, in the order of the command line.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from render.formats import Formats

if TYPE_CHECKING:  # the command line needs only the names
    from render.smoke.result import SmokeResult

Format: TypeAlias = "Callable[[SmokeResult, Sequence[SmokeResult]], str]"


class SmokeOutput(Protocol):
    """A module of this folder: one output format."""

    def text(self, run: "SmokeResult", earlier: "Sequence[SmokeResult]") -> str:
        """Return a result in the format of the module."""


_FORMATS: Formats[Format] = Formats(__name__, __file__, "text")
names, find = _FORMATS.names, _FORMATS.find
