"""Formats of `render simulate`: one module for each format, found by its name.

Each module has `text(result)`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from render.formats import Formats

if TYPE_CHECKING:  # the command line needs only the names
    from render.simulation.result import SimulationResult

Format: TypeAlias = "Callable[[SimulationResult], str]"


class SimulateOutput(Protocol):
    """A module of this folder: one output format."""

    def text(self, result: "SimulationResult") -> str:
        """Return a result in the format of the module."""


_FORMATS: Formats[Format] = Formats(__name__, __file__, "text")
names, find = _FORMATS.names, _FORMATS.find
