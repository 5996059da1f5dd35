"""Formats of `render why`: one module for each format, found by its name.

Each module has `text(report, place)`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from render.formats import Formats

if TYPE_CHECKING:  # the command line needs only the names
    from render.why.explanation import SpecPlaces
    from render.why.report import Report

Format: TypeAlias = "Callable[[Report, SpecPlaces], str]"


class WhyOutput(Protocol):
    """A module of this folder: one output format."""

    def text(self, report: "Report", places: "SpecPlaces") -> str:
        """Return a report in the format of the module."""


_FORMATS: Formats[Format] = Formats(__name__, __file__, "text")
names, find = _FORMATS.names, _FORMATS.find
