"""Formats of what is found: one file a format, found by its name.

Each module has `text(examined)`. Styles are ANSI; who prints takes them away.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # the command line asks for the names only
    from render.doctor.examination import Examined

Format: TypeAlias = "Callable[[Sequence[Examined]], str]"


def names() -> list[str]:
    """Return the formats that there are."""
    return sorted(file.stem for file in Path(__file__).parent.glob("[!_]*.py"))


def find(name: str) -> Format:
    """Return the format of a name."""
    format_: Format = import_module(f"{__name__}.{name}").text
    return format_
