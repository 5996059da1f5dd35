"""Read data that no schema has judged: what has another type than it should is as good as not there."""

from collections.abc import Iterator, Mapping
from typing import Any

from render.shape.mistake import Path, at


def mapping(data: Any, *path: str | int) -> Mapping[str, Any]:
    """Return the mapping at a path, an empty one where there is none."""
    found = at(data, path)
    return found if isinstance(found, dict) else {}


def text(data: Any, *path: str | int) -> str:
    """Return the text at a path, an empty one where there is none."""
    found = at(data, path)
    return found if isinstance(found, str) else ""


def items(data: Any, *path: str | int) -> Iterator[tuple[Path, Any]]:
    """Yield the items of the list at a path, each with its own path."""
    found = at(data, path)
    yield from (((*path, index), item) for index, item in enumerate(found if isinstance(found, list) else ()))
