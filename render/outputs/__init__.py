"""Formats of what validation finds: one file a format, found by its name.

Each module has `lines(results, summary)`, which yields lines of text, each with its line break. The summary counts the
results as they are taken, and so is complete after the last one. Styles are ANSI; who prints takes them away.
"""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # the command line asks for the names only
    from render.validation.result import Result, Summary

Format: TypeAlias = "Callable[[Iterable[Result], Summary], Iterator[str]]"


def names() -> list[str]:
    """Return the formats that there are."""
    return sorted(file.stem for file in Path(__file__).parent.glob("[!_]*.py"))


def find(name: str) -> Format:
    """Return the format of a name."""
    format_: Format = import_module(f"{__name__}.{name}").lines
    return format_
