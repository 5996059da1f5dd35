"""A setting of a program, as rules read it."""

from typing import Any, NamedTuple

from render.manifests.finding import Finding
from render.schema_errors.error import Path
from render.source.scalars import resolve_scalar


class Setting(NamedTuple):
    """A value of a configuration file or of an option, and its place in the spec."""

    name: str
    value: Any
    path: Path
    excerpt: str = ""
    row: int = 0

    def finding(self, message: str, hint: str | None = None) -> Finding:
        """Return a finding at the value."""
        return Finding(self.path, message, hint, excerpt=self.excerpt, row=self.row)

    @property
    def number(self) -> int | None:
        """The value if it is a whole number, else None."""
        value = resolve_scalar(self.value) if isinstance(self.value, str) and self.value else self.value
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    @property
    def text(self) -> str | None:
        """The value if it is text, else None."""
        return self.value if isinstance(self.value, str) else None

    @property
    def is_true(self) -> bool:
        """Return True if the value is true, or a text that argparse and OmegaConf read as true."""
        return self.value is True or (isinstance(self.value, str) and self.value.lower() in ("true", "yes", "1"))

    @property
    def is_false(self) -> bool:
        """Return True if the value is false, or a text for it."""
        return self.value is False or (isinstance(self.value, str) and self.value.lower() in ("false", "no", "0"))
