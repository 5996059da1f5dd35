"""Read fields of data that is not validated: a value of another type counts as missing."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from render.schema_errors.error import Path, get_path

_TIME = r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z"


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


def number_at(data: object, *path: str) -> int:
    """Return the integer at a path; 0 if there is none."""
    found = get_path(data, path)
    return found if isinstance(found, int) and not isinstance(found, bool) else 0


def texts_at(data: object, *path: str) -> list[str]:
    """Return the texts of the list at a path."""
    found = get_path(data, path)
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def mappings_at(data: object, *path: str) -> Iterator[Mapping[str, Any]]:
    """Yield the mappings of the list at a path."""
    found = get_path(data, path)
    if isinstance(found, list):
        yield from (one for one in found if isinstance(one, Mapping))


def time_at(data: object, *path: str) -> str:
    """Return the time at a path in whole seconds, in UTC as Kubernetes writes it; empty if there is none."""
    found = re.fullmatch(_TIME, text_at(data, *path))
    return f"{found[1]}Z" if found else ""
