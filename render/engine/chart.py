"""A chart on disk."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from render.engine.errors import EngineError

NAME = "training-job"
SCHEMA = "values.schema.json"
PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart's folder or packed archive. Raises EngineError where the path is neither."""

    path: Path

    def __post_init__(self) -> None:
        """Refuse early: Helm would look for a missing path in its repositories."""
        if not self.path.is_file() and not (self.path / "Chart.yaml").is_file():
            raise EngineError(f"`{self.path}` is neither a chart's folder nor a packed chart")

    @classmethod
    def bundled(cls) -> "Chart":
        """Return this package's own chart: inside the installed package, else beside it in the checkout."""
        installed = PACKAGE / "charts" / NAME
        return cls(installed if installed.is_dir() else PACKAGE.parent / "charts" / NAME)

    def schema(self) -> dict[str, Any]:
        """Return the schema of its values, one that takes everything where it has none. Raises EngineError."""
        try:
            text = _packed(self.path) if self.path.is_file() else (self.path / SCHEMA).read_bytes()
            schema: dict[str, Any] = json.loads(text)
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise EngineError(f"the schema of the chart `{self.path}` can't be read: {error}") from error
        return schema


def _packed(path: Path) -> bytes:
    """Return the schema of a packed chart, the file at its root. Raises OSError."""
    import tarfile

    try:
        with tarfile.open(path) as archive:
            name = next((name for name in archive.getnames() if name.split("/")[1:] == [SCHEMA]), None)
            stream = archive.extractfile(name) if name else None
            return stream.read() if stream else b"{}"
    except tarfile.TarError as error:
        raise OSError(str(error)) from error
