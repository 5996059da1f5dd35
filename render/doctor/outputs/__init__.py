"""Output formats. One file per format, found by its name.

Each module has `text(examined)`. Styles are ANSI codes; the caller strips them if needed.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from render.formats import Formats

if TYPE_CHECKING:  # the command line asks for the names only
    from render.doctor.examine import NamedResult

Format: TypeAlias = "Callable[[Sequence[NamedResult]], str]"

_FORMATS: Formats[Format] = Formats(__name__, __file__, "text")
names, find = _FORMATS.names, _FORMATS.find
