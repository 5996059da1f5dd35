"""A chart on disk."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from render.engine.errors import EngineError

NAME = "training-job"
DEFINITION = "Chart.yaml"
SCHEMA = "values.schema.json"
DEFAULTS = "values.yaml"
MAX_BYTES = 100 << 20
"""Of an unpacked chart, as Helm has it: a small archive may unpack to whatever fills a memory."""
PACKAGE = Path(__file__).parents[1]


class Chart:
    """A chart's folder or packed archive. No dataclass: the process that has Helm needs that module for nothing."""

    def __init__(self, path: Path) -> None:
        """Take either. Raises EngineError: Helm would look for a missing path in its repositories."""
        if not path.is_file() and not (path / DEFINITION).is_file():
            raise EngineError(f"`{path}` is neither a chart's folder nor a packed chart")
        self.path = path

    def __eq__(self, other: object) -> bool:
        """Charts of one path are equal."""
        return isinstance(other, Chart) and other.path == self.path

    def __hash__(self) -> int:
        """Return that of the path."""
        return hash(self.path)

    @classmethod
    @cache
    def bundled(cls) -> "Chart":
        """Return this package's own chart: inside the installed package, else beside it in the checkout."""
        installed = PACKAGE / "charts" / NAME
        return cls(installed if installed.is_dir() else PACKAGE.parent / "charts" / NAME)

    def schema(self) -> dict[str, Any]:
        """Return the schema of its values, one that takes everything where it has none. Raises EngineError."""
        try:
            schema: dict[str, Any] = json.loads(self.read(SCHEMA) or "{}")
        except ValueError as error:
            raise EngineError(f"the schema of the chart `{self.path}` can't be read: {error}") from error
        return schema

    def read(self, name: str) -> str | None:
        """Return a file at its root, None where it has none. Raises EngineError."""
        try:
            data = _packed(self.path, name) if self.path.is_file() else (self.path / name).read_bytes()
            return None if data is None else data.decode()
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise EngineError(f"`{name}` of the chart `{self.path}` can't be read: {error}") from error


def _packed(path: Path, name: str) -> bytes | None:
    """Return a file at the root of a packed chart. Raises OSError."""
    import gzip
    import tarfile
    from io import BytesIO
    from zlib import error as ZlibError  # noqa: N812 - a class

    try:
        with gzip.open(path) as stream:
            data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise OSError(f"the archive unpacks to more than the {MAX_BYTES >> 20} MiB that Helm takes")
        with tarfile.open(fileobj=BytesIO(data), mode="r:") as archive:
            file = next((file for file in archive if file.isreg() and file.name.split("/")[1:] == [name]), None)
            content = file and archive.extractfile(file)
            return content.read() if content else None
    except (EOFError, ZlibError, tarfile.TarError) as error:
        raise OSError(str(error)) from error
