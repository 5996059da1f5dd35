"""Refusals in the API server's words, which people know and search for."""

import json
from collections.abc import Iterable, Iterator

from render.rules.rule import Finding
from render.shape.mistake import Path
from render.shape.show import MAX_LENGTH, either


def invalid(path: Path, value: object, why: str, hint: str | None = None) -> Finding:
    """Refuse a value; a collection is not shown."""
    shown = "" if isinstance(value, dict | list) else f"{_shown(value)}: "
    return Finding(path, f"Invalid value: {shown}{why}", hint)


def each_invalid(path: Path, value: object, complaints: Iterable[str], hint: str | None = None) -> Iterator[Finding]:
    """Refuse a value for each complaint about it."""
    for why in complaints:
        yield invalid(path, value, why, hint)


def required(path: Path, why: str = "", hint: str | None = None) -> Finding:
    """Refuse that there is nothing."""
    return Finding(path, f"Required value: {why}" if why else "Required value", hint)


def forbidden(path: Path, why: str, hint: str | None = None) -> Finding:
    """Refuse that there is something."""
    return Finding(path, f"Forbidden: {why}", hint)


def duplicate(path: Path, value: object, hint: str | None = None) -> Finding:
    """Refuse a value that another one already is."""
    return Finding(path, f"Duplicate value: {_shown(value)}", hint)


def missing(path: Path, name: str, hint: str | None = None) -> Finding:
    """Refuse the name of what does not exist."""
    return Finding(path, f"Not found: {_shown(name)}", hint)


def unsupported(path: Path, value: object, choices: Iterable[str], hint: str | None = None) -> Finding:
    """Refuse a value that is none of the choices."""
    supported = either([f'"{choice}"' for choice in choices])
    return Finding(path, f"Unsupported value: {_shown(value)}: supported: {supported}", hint)


def too_long(path: Path, limit: int, hint: str | None = None) -> Finding:
    """Refuse what has more bytes than the limit."""
    return Finding(path, f"Too long: may not be more than {limit} bytes", hint)


def too_many(path: Path, count: int, limit: int, hint: str | None = None) -> Finding:
    """Refuse a list with more items than the limit."""
    return Finding(path, f"Too many: {count}: must have at most {limit} items", hint)


def _shown(value: object) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    return json.dumps(value if len(value) <= MAX_LENGTH else value[: MAX_LENGTH - 1] + "…", ensure_ascii=False)
