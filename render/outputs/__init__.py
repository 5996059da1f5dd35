"""Formats of what validation finds: one file a format, found by its name.

Each module has `lines(results, summary)`, which yields lines of text, each with its line break. The summary counts the
results as they are taken, and so is complete after the last one. Styles are ANSI; who prints takes them away.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from render.formats import Formats

if TYPE_CHECKING:  # the command line asks for the names only
    from render.validation.result import Result, Summary

Format: TypeAlias = "Callable[[Iterable[Result], Summary], Iterator[str]]"

_FORMATS: Formats[Format] = Formats(__name__, __file__, "lines")
names, find = _FORMATS.names, _FORMATS.find
