"""The files of a folder that may hold specs or manifests."""

import os
from collections.abc import Iterator
from pathlib import Path

from render.problem import Problem
from render.source.codes import LINK_OUT, UNREADABLE

SUFFIXES = frozenset([".json", ".yaml", ".yml"])


def files(folder: Path) -> Iterator[Path | Problem]:
    """Yield a folder's files by path, hidden ones left out, then what can't be read.

    No link leads out of the folder; what a link to a folder in it leads to is visited where it is.
    """
    errors: list[OSError] = []
    top = os.path.realpath(folder)
    for path in sorted(_candidates(folder, errors)):
        if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(top):
            yield LINK_OUT.problem("is a link out of the folder, skipped", file=str(path))
        elif not path.is_dir():
            yield path
    for error in errors:
        yield UNREADABLE.problem(f"can't be read: {(error.strerror or str(error)).lower()}", file=error.filename)


def _candidates(folder: Path, errors: list[OSError]) -> Iterator[Path]:
    """Yield the files by suffix, and the links to folders: those are not followed."""
    for parent, folders, names in os.walk(folder, onerror=errors.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        links = [name for name in folders if Path(parent, name).is_symlink()]
        for name in [*names, *links]:
            path = Path(parent, name)
            if not name.startswith(".") and (path.suffix in SUFFIXES or name in links):
                yield path
