"""Fields as an API server writes them: `spec.containers[0].name`, `.spec.replicatedJobs[name="node"].template`."""

import json
import re
from typing import Any

from render.schema_errors.error import Path

_PART = re.compile(r'\.?(?P<key>[^.\[\]]+)|\[(?P<inside>(?:"(?:[^"\\]|\\.)*"|[^\]"])*)\]')
_KEY = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|[^,]+)')


def parse_field(field: str, data: Any) -> Path:
    """Return the path of a field in an object, up to and including its first missing key."""
    found: list[str | int] = []
    for match in _PART.finditer(field):
        part = _part(match, data)
        if part is None:
            break
        found.append(part)
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            break
    return tuple(found)


def _part(match: re.Match[str], data: Any) -> str | int | None:
    inside = match["inside"]
    if inside is None:
        return match["key"]
    if not isinstance(data, list):
        return inside
    if inside.isascii() and inside.isdecimal():
        return int(inside)
    wanted = {key: _text(value) for key, value in _KEY.findall(inside)}
    places = (
        place
        for place, item in enumerate(data)
        if isinstance(item, dict) and all(str(item.get(key)) == value for key, value in wanted.items())
    )
    return next(places, None)


def _text(value: str) -> str:
    """Return the text of a value that Go may have quoted; unchanged if it is not valid JSON."""
    try:
        return str(json.loads(value)) if value.startswith('"') else value
    except ValueError:
        return value
