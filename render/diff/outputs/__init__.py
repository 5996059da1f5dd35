"""Output formats of a comparison. One file per format, found by its name, with `lines(report)`, which yields text."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from render.formats import Formats

if TYPE_CHECKING:  # the command line asks for the names only
    from render.diff.comparison import Comparison

Format: TypeAlias = "Callable[[Comparison], Iterator[str]]"

_FORMATS: Formats[Format] = Formats(__name__, __file__, "lines")
names, find = _FORMATS.names, _FORMATS.find
