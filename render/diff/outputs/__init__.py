"""Formats of a comparison: one file a format, found by its name. Each has `lines(report)`, which yields its text."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # the command line asks for the names only
    from render.diff.report import Report

Format: TypeAlias = "Callable[[Report], Iterator[str]]"


def names() -> list[str]:
    """Return the formats that there are."""
    return sorted(file.stem for file in Path(__file__).parent.glob("[!_]*.py"))


def find(name: str) -> Format:
    """Return the format of a name."""
    format_: Format = import_module(f"{__name__}.{name}").lines
    return format_
