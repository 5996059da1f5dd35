"""Formats of a comparison: one file a format, found by its name. Each has `lines(report)`, which yields its text."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from render.formats import Formats

if TYPE_CHECKING:  # the command line asks for the names only
    from render.diff.report import Report

Format: TypeAlias = "Callable[[Report], Iterator[str]]"

_FORMATS: Formats[Format] = Formats(__name__, __file__, "lines")
names, find = _FORMATS.names, _FORMATS.find
