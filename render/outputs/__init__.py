"""Formats of `render validate`: one module for each format, found by its name.

Each module has `lines(results, summary)`, which yields lines of text with their line breaks. The summary counts the
results while they are consumed, so it is complete after the last one. Styles are ANSI codes; the caller removes them.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from render.formats import Formats

if TYPE_CHECKING:  # the command line asks for the names only
    from render.validation.result import Result, Summary

Format: TypeAlias = "Callable[[Iterable[Result], Summary], Iterator[str]]"

_FORMATS: Formats[Format] = Formats(__name__, __file__, "lines")
names, find = _FORMATS.names, _FORMATS.find
