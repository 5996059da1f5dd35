"""Select parts of an object by a path with wildcards."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from render.schema_errors.error import Path

EACH = "[]"
"""Matches every item of a list and every key of a map."""

Pattern = tuple[str, ...]
Data = Mapping[str, Any]


def select(data: Any, pattern: Pattern, path: Path = ()) -> Iterator[tuple[Path, Data]]:
    """Yield the mappings at a pattern with their paths; missing keys are skipped."""
    yield from (found for found in select_values(data, pattern, path) if isinstance(found[1], dict))


def select_values(data: Any, pattern: Pattern, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the values of any type at a pattern with their paths; missing keys are skipped."""
    if not pattern:
        yield path, data
        return
    for part, value in _items(data, pattern[0]):
        yield from select_values(value, pattern[1:], (*path, part))


def list_items(path: Path, data: Data, key: str) -> Iterator[tuple[Path, Any]]:
    """Yield the items of the list at a key, with their paths; none if the key is missing."""
    for index, item in enumerate(data.get(key, ())):
        yield (*path, key, index), item


def _items(data: Any, key: str) -> Iterable[tuple[str | int, Any]]:
    if key == EACH and isinstance(data, list):
        return enumerate(data)
    if isinstance(data, dict):
        return data.items() if key == EACH else [(key, data[key])] if key in data else []
    return []
