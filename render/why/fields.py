"""Read fields of objects that are not validated: a field of another type counts as missing."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from render.gitops.fields import text_at
from render.schema_errors.error import get_path

_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z")


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
    found = _TIME.fullmatch(text_at(data, *path))
    return f"{found[1]}Z" if found else ""
