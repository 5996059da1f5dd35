"""Formats of `render hang report`: one module for each format, found by its name.

Each module has `text(reports)`.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from render.formats import Formats

if TYPE_CHECKING:  # the command line needs only the names
    from render.hang.report import HangReport

Format: TypeAlias = "Callable[[Sequence[HangReport]], str]"


class HangOutput(Protocol):
    """A module of this folder: one output format."""

    def text(self, reports: "Sequence[HangReport]") -> str:
        """Return reports in the format of the module."""


_FORMATS: Formats[Format] = Formats(__name__, __file__, "text")
names, find = _FORMATS.names, _FORMATS.find
