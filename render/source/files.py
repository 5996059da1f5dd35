"""Find the files of a folder that may contain specs or manifests, and read them or standard input."""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from render.problem import Problem
from render.source.codes import CHART, LINK_OUT, NOT_UTF8, TOO_LARGE, UNREADABLE

SUFFIXES = frozenset([".json", ".yaml", ".yml"])

CHART_FILE = "Chart.yaml"
"""The file that marks a folder as a Helm chart."""
OF_A_CHART = frozenset(["values.yaml", "values.schema.json", "templates"])
"""Files that belong to a Helm chart; other files next to them may be specs."""


def find_files(folder: Path) -> Iterator[Path | Problem]:
    """Yield a folder's files by path, without hidden files and those of charts, then problems of unreadable ones.

    Links that point outside the folder are skipped. Links to folders are not followed.
    """
    errors: list[OSError] = []
    top = os.path.realpath(folder)
    for path in sorted(_candidates(folder, errors)):
        if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(top):
            yield LINK_OUT.problem("is a link to outside the folder, skipped", file=str(path))
        elif path.name == CHART_FILE:
            yield CHART.problem("is a Helm chart: its templates and defaults are skipped", file=str(path.parent))
        elif not path.is_dir():
            yield path
    for error in errors:
        yield UNREADABLE.problem(f"can't be read: {(error.strerror or str(error)).lower()}", file=error.filename)


def _candidates(folder: Path, errors: list[OSError]) -> Iterator[Path]:
    """Yield the files with a known suffix, and the links to folders, which are not followed."""
    for parent, folders, names in os.walk(folder, onerror=errors.append):
        left_out = OF_A_CHART if CHART_FILE in names else frozenset()
        folders[:] = [name for name in folders if not name.startswith(".") and name not in left_out]
        links = [name for name in folders if Path(parent, name).is_symlink()]
        for name in [*(name for name in names if name not in left_out), *links]:
            path = Path(parent, name)
            if not name.startswith(".") and (path.suffix in SUFFIXES or name in links):
                yield path


MAX_FILE_BYTES = 8 * 2**20
"""Maximum bytes of a file. An object in a cluster is limited to 1.5 MiB (etcd); a file may contain many objects."""

STDIN = "-"
"""The path for standard input."""


class Text(NamedTuple):
    """The content of a file, and the name to show for it."""

    file: str
    content: str


def read_file(path: str, limit: int = MAX_FILE_BYTES) -> Text | Problem:
    """Return the text of a regular file or of standard input (`-`), or a problem if it can't be read.

    `limit` is the maximum number of bytes.
    """
    if path == STDIN:
        return _decoded("<stdin>", sys.stdin.buffer, limit)
    try:
        # Without O_NONBLOCK, a FIFO without a writer would block here forever.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, ValueError) as error:
        return UNREADABLE.problem(f"can't be read: {_reason(error)}", file=path)
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        if stat.S_ISDIR(mode):
            return UNREADABLE.problem("is a folder", hint="give one of its files", file=path)
        hint = "pipe the text in and name it `-` (standard input)"
        return UNREADABLE.problem("is not a regular file", hint=hint, file=path)
    with os.fdopen(descriptor, "rb") as stream:
        return _decoded(path, stream, limit)


Read = Callable[[str], Text | Problem]
"""A function that reads a file: `read_file`, or `FileReader.read` for files that a command may name twice."""


class FileReader:
    """Reads the files of a command, each once."""

    def __init__(self) -> None:
        """Start without files."""
        self._read: dict[str, tuple[Text | Problem, int]] = {}

    def read(self, path: str, limit: int = MAX_FILE_BYTES) -> Text | Problem:
        """Return the text of a file, or the problem, as `read_file` does; read it once, also by several paths.

        A file that exceeds a limit is read again for a larger one.
        """
        if path == STDIN:
            return read_file(path, limit)
        real = os.path.realpath(path)
        found, read_limit = self._read.get(real, (None, 0))
        if found is None or (isinstance(found, Problem) and found.code == TOO_LARGE.code and read_limit < limit):
            found = read_file(path, limit)
            self._read[real] = found, limit
        if isinstance(found, Text) and read_limit > limit and len(found.content.encode()) > limit:
            return _too_large(path, limit)
        return found._replace(file=path)


def _too_large(file: str, limit: int) -> Problem:
    return TOO_LARGE.problem(f"exceeds the limit of {limit} bytes", file=file)


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)


def _decoded(file: str, stream: IO[bytes], limit: int) -> Text | Problem:
    try:
        data = stream.read(limit + 1)
    except OSError as error:
        return UNREADABLE.problem(f"can't be read: {_reason(error)}", file=file)
    if len(data) > limit:
        return _too_large(file, limit)
    try:
        return Text(file, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = len(data[: error.start].rpartition(b"\n")[2].decode(errors="replace")) + 1
        return NOT_UTF8.problem(
            f"byte `0x{data[error.start]:02x}` is not UTF-8",
            hint="save the file as UTF-8",
            file=file,
            span=(line, column, line, column + 1),
        )
