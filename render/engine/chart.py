"""A chart on disk."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from render.engine.errors import EngineError

NAME = "training-job"
DEFINITION = "Chart.yaml"
SCHEMA = "values.schema.json"
DEFAULTS = "values.yaml"
PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart's folder or packed archive. Raises EngineError where the path is neither."""

    path: Path

    def __post_init__(self) -> None:
        """Refuse early: Helm would look for a missing path in its repositories."""
        if not self.path.is_file() and not (self.path / DEFINITION).is_file():
            raise EngineError(f"`{self.path}` is neither a chart's folder nor a packed chart")

    @classmethod
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
    import tarfile

    try:
        with tarfile.open(path) as archive:
            member = next((member for member in archive if member.name.split("/")[1:] == [name]), None)
            stream = member and archive.extractfile(member)
            return stream.read() if stream else None
    except tarfile.TarError as error:
        raise OSError(str(error)) from error
