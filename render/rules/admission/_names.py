"""Format names for hints."""

from collections.abc import Iterable


def format_names(names: Iterable[str]) -> str:
    """Return the names sorted and in backticks, or `none`."""
    return ", ".join(f"`{name}`" for name in sorted(names)) or "none"
