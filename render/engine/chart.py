"""A chart on disk, and the regular files of a folder or an archive, within Helm's size limit."""

import json
import os
import stat
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from render.engine.release import EngineError

MAX_BYTES = 100 << 20
"""Maximum bytes of an unpacked chart, as in Helm: a small archive may unpack to more than the memory."""


def read_regular(path: Path) -> bytes | None:
    """Return the content of a regular file, or None if it is missing.

    Raises OSError, also for a file that exceeds MAX_BYTES.
    """
    try:
        # Without O_NONBLOCK, a FIFO without a writer would block forever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("is not a regular file")
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise OSError(f"is larger than the {MAX_BYTES >> 20} MiB that Helm takes")
    return data


def read_archive(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of a packed chart's regular files, and those of packed charts in it.

    Raises OSError.
    """
    yield from _unpacked(read_regular(path) or b"", "", [MAX_BYTES])


def _unpacked(packed: bytes, prefix: str, left: list[int]) -> Iterator[tuple[str, bytes]]:
    """Yield files; `left` contains the number of bytes that all archives together may still unpack to."""
    import gzip
    import tarfile
    from io import BytesIO
    from zlib import error as ZlibError  # noqa: N812 - a class

    try:
        with gzip.open(BytesIO(packed)) as stream:
            data = stream.read(left[0] + 1)
        left[0] -= len(data)
        if left[0] < 0:
            raise OSError(f"the archive unpacks to more than the {MAX_BYTES >> 20} MiB that Helm takes")
        with tarfile.open(fileobj=BytesIO(data), mode="r:") as archive:
            for file in archive:
                content = archive.extractfile(file) if file.isreg() else None
                if content is None:
                    continue
                found = content.read()
                yield f"{prefix}{file.name}", found
                if file.name.endswith(".tgz") and "/charts/" in file.name:
                    yield from _unpacked(found, f"{prefix}{file.name}:", left)
    except (EOFError, ZlibError, tarfile.TarError, RecursionError) as error:
        raise OSError(str(error)) from error


NAME = "training-job"
DEFINITION = "Chart.yaml"
SCHEMA = "values.schema.json"
DEFAULTS = "values.yaml"
PACKAGE = Path(__file__).parents[1]


class Chart:
    """A chart's folder or packed archive. Not a dataclass: the worker doesn't need the `dataclasses` module."""

    def __init__(self, path: Path) -> None:
        """Check the path and the schemas. Raises EngineError, also for a missing path.

        Helm would look for a missing path in its repositories.
        """
        if not path.is_file() and not (path / DEFINITION).is_file():
            raise EngineError(f"`{path}` is neither a chart's folder nor a packed chart")
        self.path = path
        self._texts: dict[str, str | None] = {}
        if PACKAGE not in path.parents and path != PACKAGE.parent / "charts" / NAME:
            self._check_schemas()

    def __eq__(self, other: object) -> bool:
        """Return True for a chart with the same path."""
        return isinstance(other, Chart) and other.path == self.path

    def __hash__(self) -> int:
        """Return the hash of the path."""
        return hash(self.path)

    @classmethod
    @cache
    def bundled(cls) -> "Chart":
        """Return the bundled chart: inside the installed package, else next to the package in the checkout."""
        installed = PACKAGE / "charts" / NAME
        return cls(installed if installed.is_dir() else PACKAGE.parent / "charts" / NAME)

    def _check_schemas(self) -> None:
        from render.engine.schema_references import check_schemas  # the bundled schema is valid

        try:
            check_schemas(self)
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineError(f"`{SCHEMA}` of the chart `{self.path}` can't be read: {reason}") from error

    def schema(self) -> dict[str, Any]:
        """Return the schema of its values; an empty one, which allows everything, if missing. Raises EngineError."""
        try:
            schema: dict[str, Any] = json.loads(self.read(SCHEMA) or "{}")
        except ValueError as error:
            raise EngineError(f"the schema of the chart `{self.path}` can't be read: {error}") from error
        if not isinstance(schema, dict):
            raise EngineError(f"the schema of the chart `{self.path}` is not a mapping")
        return schema

    def read(self, name: str) -> str | None:
        """Return the text of a file at its root, which is read once, or None if missing. Raises EngineError."""
        if name not in self._texts:
            self._texts[name] = self._text(name)
        return self._texts[name]

    def _text(self, name: str) -> str | None:
        try:
            data = _packed(self.path, name) if self.path.is_file() else read_regular(self.path / name)
            return None if data is None else data.decode()
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise EngineError(f"`{name}` of the chart `{self.path}` can't be read: {error}") from error


def _packed(path: Path, wanted: str) -> bytes | None:
    """Return the content of a file at the root of a packed chart, or None. Raises OSError."""
    return next(
        (data for name, data in read_archive(path) if ":" not in name and name.split("/")[1:] == [wanted]), None
    )
