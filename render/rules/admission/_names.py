"""Names in hints."""

from collections.abc import Iterable


def named(names: Iterable[str]) -> str:
    """Return names for a hint."""
    return ", ".join(f"`{name}`" for name in sorted(names)) or "none"
