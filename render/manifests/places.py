"""Walk to the places of an object that a kind has something at."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from render.shape.mistake import Path

EACH = "[]"
"""Stands in a pattern for every item of a list, and for every key of a map."""

Pattern = tuple[str, ...]
Data = Mapping[str, Any]


def places(data: Any, pattern: Pattern, path: Path = ()) -> Iterator[tuple[Path, Data]]:
    """Yield the mappings that a pattern leads to, with their paths; what is not there is passed over."""
    if not pattern:
        if isinstance(data, dict):
            yield path, data
        return
    for part, value in _items(data, pattern[0]):
        yield from places(value, pattern[1:], (*path, part))


def listed(path: Path, data: Data, key: str) -> Iterator[tuple[Path, Any]]:
    """Yield the items of a list that a mapping may have, with their paths."""
    for index, item in enumerate(data.get(key, ())):
        yield (*path, key, index), item


def _items(data: Any, key: str) -> Iterable[tuple[str | int, Any]]:
    if key == EACH and isinstance(data, list):
        return enumerate(data)
    if isinstance(data, dict):
        return data.items() if key == EACH else [(key, data[key])] if key in data else []
    return []
