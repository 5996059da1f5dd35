"""Formats of `render smoke report`: one module for each format, found by its name.

Each module has `text(report)`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from render.formats import Formats

if TYPE_CHECKING:  # the command line needs only the names
    from render.smoke.smoke_report import SmokeReport

Format: TypeAlias = "Callable[[SmokeReport], str]"


class SmokeOutput(Protocol):
    """A module of this folder: one output format."""

    def text(self, report: "SmokeReport") -> str:
        """Return a report in the format of the module."""


_FORMATS: Formats[Format] = Formats(__name__, __file__, "text")
names, find = _FORMATS.names, _FORMATS.find
