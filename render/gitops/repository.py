"""The files of a repository, and nothing outside of it."""

import os
import posixpath
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from render.source import Text, documents, read

_GLOB = re.compile(r"[*?\[]")
_ANYWHERE = "**"
"""The part of a pattern that stands for any number of folders."""


@dataclass(frozen=True, slots=True)
class Repository:
    """A folder. Files are named from its root, with `/`."""

    root: Path
    """Without links."""

    @classmethod
    def around(cls, file: str, otherwise: Path) -> "Repository":
        """Return the repository of a file: the nearest folder above it with `.git`, else another folder."""
        parents = Path(os.path.realpath(file)).parents
        return cls(next((one for one in parents if (one / ".git").exists()), Path(os.path.realpath(otherwise))))

    def relative(self, file: str) -> PurePosixPath | None:
        """Return a file of the machine as one of the repository; None where it is none."""
        path = Path(os.path.realpath(file))
        return PurePosixPath(path.relative_to(self.root)) if path.is_relative_to(self.root) else None

    def path(self, file: PurePosixPath) -> Path:
        """Return where a file is on this machine."""
        return self.root / file

    def resolved(self, folder: PurePosixPath, written: str) -> PurePosixPath | None:
        """Return what a path means that is written in a folder, `/` being the root; None where it leads out.

        It need not exist, and may hold wildcards. Of links only those count that are there.
        """
        if "\0" in written:
            return None
        whole = written.lstrip("/") if written.startswith("/") else posixpath.join(folder, written)
        found = PurePosixPath(posixpath.normpath(whole))
        if found.parts[:1] == ("..",) or found.is_absolute():
            return None
        return found if is_glob(str(found)) or self._is_inside(found) else None

    def has_file(self, file: PurePosixPath) -> bool:
        """Say whether there is such a file."""
        return self.path(file).is_file()

    def matching(self, pattern: str) -> list[PurePosixPath]:
        """Return the files that a pattern with `*`, `?`, `[` and `**` means, by name; none outside.

        Each folder is read once, since all ways to match it are followed together.
        Source: https://github.com/bmatcuk/doublestar/blob/v4.9.1/README.md#patterns
        """
        parts = PurePosixPath(pattern).parts
        found: list[PurePosixPath] = []
        pending = [(PurePosixPath(), _positions(parts, {0}))]
        while pending:
            folder, positions = pending.pop()
            for entry in _entries(self.path(folder)):
                after = _after(parts, positions, entry)
                if len(parts) in after and entry.is_file():
                    found.append(folder / entry.name)
                if below := after - {len(parts)}:
                    pending += [(folder / entry.name, below)] if entry.is_dir() else []
        return sorted(file for file in found if self._is_inside(file))

    def listed(self, pattern: str) -> list[PurePosixPath]:
        """Return the files that a pattern means to `git ls-files`, where `*` goes across folders, or to `matching`."""
        everywhere = (file for file in self._files() if fnmatchcase(str(file), pattern) and self._is_inside(file))
        return sorted({*everywhere, *self.matching(pattern)})

    def data(self, file: PurePosixPath) -> object:
        """Return what a YAML file holds; None where it can't be read."""
        text = read(str(self.path(file))) if self._is_inside(file) else None
        if not isinstance(text, Text):
            return None
        document, problems = next(documents(text))
        return document.root.data if document.root is not None and not problems else None

    def _files(self) -> Iterator[PurePosixPath]:
        for parent, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name != ".git"]
            yield from (PurePosixPath(Path(parent, name).relative_to(self.root)) for name in names)

    def _is_inside(self, file: PurePosixPath) -> bool:
        return Path(os.path.realpath(self.path(file))).is_relative_to(self.root)


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield what is in a folder; nothing of one that can't be read, and never what git keeps there."""
    with suppress(OSError), os.scandir(folder) as entries:
        yield from (entry for entry in entries if entry.name != ".git")


def _after(parts: tuple[str, ...], positions: set[int], entry: "os.DirEntry[str]") -> set[int]:
    """Return the positions in a pattern behind an entry of a folder, of those that the way to the folder has."""
    after = set()
    for position in positions - {len(parts)}:
        if parts[position] != _ANYWHERE:
            after |= {position + 1} if fnmatchcase(entry.name, parts[position]) else set()
        elif entry.is_dir(follow_symlinks=False):
            after.add(position)
        elif position + 1 == len(parts):
            after.add(position + 1)
    return _positions(parts, after)


def _positions(parts: tuple[str, ...], starts: set[int]) -> set[int]:
    """Return positions in a pattern with those behind a `**`, which may stand for no folder."""
    found: set[int] = set()
    for start in starts:
        position = start
        while position not in found:
            found.add(position)
            position += parts[position : position + 1] == (_ANYWHERE,)
    return found


def is_glob(text: str) -> bool:
    """Say whether a path holds wildcards."""
    return _GLOB.search(text) is not None
