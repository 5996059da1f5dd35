"""The files of a repository, each read and parsed once, and nothing outside of it."""

import os
import posixpath
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from render.problem import Problem
from render.source import FileReader, Part, Text, load_documents

_GLOB = re.compile(r"[*?\[]")
_ANYWHERE = "**"
"""The part of a pattern that matches any number of folders."""


@dataclass(frozen=True, slots=True)
class Repository:
    """A folder with the files of a repository. Paths are relative to its root, with `/`."""

    root: Path
    """The folder, with symbolic links resolved."""
    texts: dict[str, Text | Problem] = field(default_factory=dict, compare=False)
    """Files that are read already, by real path; those that are read later are added."""
    reader: FileReader = field(default_factory=FileReader, compare=False)
    _parts: dict[PurePosixPath, Sequence[Part] | Problem] = field(default_factory=dict, compare=False)
    _remotes: list[frozenset[str]] = field(default_factory=list, compare=False)

    @staticmethod
    def root_around(file: str, otherwise: Path) -> Path:
        """Return the root of the repository of a file: the nearest parent with `.git`, else `otherwise`."""
        parents = Path(os.path.realpath(file)).parents
        return next((one for one in parents if (one / ".git").exists()), Path(os.path.realpath(otherwise)))

    def relative(self, file: str) -> PurePosixPath | None:
        """Return the path of a file relative to the repository; None if it is outside of the repository."""
        path = Path(os.path.realpath(file))
        return PurePosixPath(path.relative_to(self.root)) if path.is_relative_to(self.root) else None

    def path(self, file: PurePosixPath) -> Path:
        """Return the path of a file on this machine."""
        return self.root / file

    def resolved(self, folder: PurePosixPath, written: str) -> PurePosixPath | None:
        """Return the target of a path in a folder (or in the root, if it starts with `/`); None if it is outside.

        The path need not exist, and may contain wildcards. Links are followed if they exist.
        """
        if "\0" in written:
            return None
        whole = written.lstrip("/") if written.startswith("/") else posixpath.join(folder, written)
        found = PurePosixPath(posixpath.normpath(whole))
        if found.parts[:1] == ("..",) or found.is_absolute():
            return None
        return found if is_glob(str(found)) or self._is_inside(found) else None

    def has_file(self, file: PurePosixPath) -> bool:
        """Return True if there is such a file."""
        return self.path(file).is_file()

    def matching(self, pattern: str) -> list[PurePosixPath]:
        """Return the files that match a pattern with `*`, `?`, `[` and `**`, sorted; never files outside.

        Each folder is read once, since all its matches are followed together.
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
        """Return the files that match a pattern of `git ls-files`, where `*` matches `/` as well, or of `matching`."""
        everywhere = (file for file in self._files() if fnmatchcase(str(file), pattern) and self._is_inside(file))
        return sorted({*everywhere, *self.matching(pattern)})

    def data(self, file: PurePosixPath) -> object:
        """Return the first document of a YAML file; None if it can't be read."""
        parts = self.load(file) if self._is_inside(file) else ()
        if isinstance(parts, Problem) or not parts:
            return None
        document, problems = parts[0]
        return document.root.data if document.root is not None and not problems else None

    def load(self, file: PurePosixPath) -> Sequence[Part] | Problem:
        """Return the documents of a file, or a problem if it can't be read. The file may be outside: check it before.

        Names in messages are those of the command line, else relative to the working directory.
        """
        if file not in self._parts:
            text = self.read(file)
            self._parts[file] = text if isinstance(text, Problem) else tuple(load_documents(text))
        return self._parts[file]

    def read(self, file: PurePosixPath) -> Text | Problem:
        """Return the text of a file, or a problem if it can't be read."""
        path = os.path.realpath(self.path(file))
        if path not in self.texts:
            self.texts[path] = self.reader.read(path)._replace(file=os.path.relpath(self.path(file)))
        return self.texts[path]

    def is_other(self, address: str) -> bool:
        """Return True if a URL is that of another repository; False for a repository without remotes."""
        if not self._remotes:
            self._remotes.append(_remotes(self.root))
        known = self._remotes[0]
        return bool(known and address) and _plain(address) not in known

    def _files(self) -> Iterator[PurePosixPath]:
        for parent, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name != ".git"]
            yield from (PurePosixPath(Path(parent, name).relative_to(self.root)) for name in names)

    def _is_inside(self, file: PurePosixPath) -> bool:
        return Path(os.path.realpath(self.path(file))).is_relative_to(self.root)


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield the entries of a folder except `.git`; nothing if it can't be read."""
    with suppress(OSError), os.scandir(folder) as entries:
        yield from (entry for entry in entries if entry.name != ".git")


def _after(parts: tuple[str, ...], positions: set[int], entry: "os.DirEntry[str]") -> set[int]:
    """Return the positions in a pattern after an entry of a folder, from the positions of the folder."""
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
    """Return positions in a pattern, and the positions after each `**`, which may match no folder at all."""
    found: set[int] = set()
    for start in starts:
        position = start
        while position not in found:
            found.add(position)
            position += parts[position : position + 1] == (_ANYWHERE,)
    return found


def is_glob(text: str) -> bool:
    """Return True if a path contains wildcards."""
    return _GLOB.search(text) is not None


_URL = re.compile(r"^\s*url\s*=\s*(\S+)\s*$", re.MULTILINE)
_SCHEME = re.compile(r"^[a-z+]+://")
_USER = re.compile(r"^[^@/]*@")


def _remotes(root: Path) -> frozenset[str]:
    try:
        text = (root / ".git" / "config").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return frozenset()
    return frozenset(map(_plain, _URL.findall(text)))


def _plain(url: str) -> str:
    """Return the host and the path of a URL: `git@host:a/b.git` and `https://host/a/b` are the same repository."""
    short = _USER.sub("", _SCHEME.sub("", url.lower())).replace(":", "/", 1)
    return short.rstrip("/").removesuffix(".git")
