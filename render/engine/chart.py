"""A chart on disk."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from render.engine.errors import EngineError
from render.engine.files import read_regular

NAME = "training-job"
DEFINITION = "Chart.yaml"
SCHEMA = "values.schema.json"
DEFAULTS = "values.yaml"
PACKAGE = Path(__file__).parents[1]


class Chart:
    """A chart's folder or packed archive. No dataclass: the process that has Helm needs that module for nothing."""

    def __init__(self, path: Path) -> None:
        """Take either. Raises EngineError: Helm would look for a missing path in its repositories."""
        if not path.is_file() and not (path / DEFINITION).is_file():
            raise EngineError(f"`{path}` is neither a chart's folder nor a packed chart")
        self.path = path
        if PACKAGE not in path.parents and path != PACKAGE.parent / "charts" / NAME:
            self._check_schemas()

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

    def _check_schemas(self) -> None:
        from render.engine.references import check_schemas  # our own is sound

        try:
            check_schemas(self.path)
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineError(f"`{SCHEMA}` of the chart `{self.path}` can't be read: {reason}") from error

    def schema(self) -> dict[str, Any]:
        """Return the schema of its values, one that takes everything where it has none. Raises EngineError."""
        try:
            schema: dict[str, Any] = json.loads(self.read(SCHEMA) or "{}")
        except ValueError as error:
            raise EngineError(f"the schema of the chart `{self.path}` can't be read: {error}") from error
        if not isinstance(schema, dict):
            raise EngineError(f"the schema of the chart `{self.path}` is not a mapping")
        return schema

    def read(self, name: str) -> str | None:
        """Return a file at its root, None where it has none. Raises EngineError."""
        try:
            data = _packed(self.path, name) if self.path.is_file() else read_regular(self.path / name)
            return None if data is None else data.decode()
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise EngineError(f"`{name}` of the chart `{self.path}` can't be read: {error}") from error


def _packed(path: Path, wanted: str) -> bytes | None:
    """Return a file at the root of a packed chart. Raises OSError."""
    from render.engine.files import read_archive  # most charts are folders

    return next(
        (data for name, data in read_archive(path) if ":" not in name and name.split("/")[1:] == [wanted]), None
    )
