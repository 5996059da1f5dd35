"""The files that a command line names."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from render.problem import Problem
from render.source import STDIN, files


class Input(NamedTuple):
    """A file to validate."""

    path: str
    is_named: bool
    """Whether the user has named it, and not a folder around it."""


def inputs(paths: Sequence[str]) -> Iterator[Input | Problem]:
    """Yield the files in the order of the paths, a folder's by name, and what of a folder is left out."""
    for path in dict.fromkeys(paths):
        if path == STDIN or not Path(path).is_dir():
            yield Input(path, is_named=True)
            continue
        for found in files(Path(path)):
            yield found if isinstance(found, Problem) else Input(str(found), is_named=False)
