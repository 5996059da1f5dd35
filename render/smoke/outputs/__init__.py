"""Formats of a result: one file a format, found by its name.

Each module has `text(run, earlier)`: of the run that is reported, and of those before it in their order.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from render.formats import Formats

if TYPE_CHECKING:  # the command line asks for the names only
    from render.smoke.result import Result

Format: TypeAlias = "Callable[[Result, Sequence[Result]], str]"

_FORMATS: Formats[Format] = Formats(__name__, __file__, "text")
names, find = _FORMATS.names, _FORMATS.find
