"""A chart on disk."""

from dataclasses import dataclass
from pathlib import Path

from render.engine.errors import EngineError

NAME = "training-job"
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
