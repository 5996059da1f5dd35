"""Formats of a result: one file a format, found by its name.

Each module has `text(run, earlier)`: of the run that is reported, and of those before it in their order.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # the command line asks for the names only
    from render.smoke.result import Result

Format: TypeAlias = "Callable[[Result, Sequence[Result]], str]"


def names() -> list[str]:
    """Return the formats that there are."""
    return sorted(file.stem for file in Path(__file__).parent.glob("[!_]*.py"))


def find(name: str) -> Format:
    """Return the format of a name."""
    format_: Format = import_module(f"{__name__}.{name}").text
    return format_
