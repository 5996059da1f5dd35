"""Read unvalidated data: a value of the wrong type counts as missing."""

from collections.abc import Iterator, Mapping
from typing import Any

from render.schema_errors.error import Path, get_path


def mapping_at(data: Any, *path: str | int) -> Mapping[str, Any]:
    """Return the mapping at a path, or an empty one."""
    found = get_path(data, path)
    return found if isinstance(found, dict) else {}


def text_at(data: Any, *path: str | int) -> str:
    """Return the text at a path, or an empty one."""
    found = get_path(data, path)
    return found if isinstance(found, str) else ""


def items_at(data: Any, *path: str | int) -> Iterator[tuple[Path, Any]]:
    """Yield the items of the list at a path, each after its own path."""
    found = get_path(data, path)
    yield from (((*path, index), item) for index, item in enumerate(found if isinstance(found, list) else ()))
