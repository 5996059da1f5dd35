"""Formats of what is found: one file a format, found by its name.

Each module has `text(examined)`. Styles are ANSI; who prints takes them away.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from render.formats import Formats

if TYPE_CHECKING:  # the command line asks for the names only
    from render.doctor.examination import Examined

Format: TypeAlias = "Callable[[Sequence[Examined]], str]"

_FORMATS: Formats[Format] = Formats(__name__, __file__, "text")
names, find = _FORMATS.names, _FORMATS.find
