"""Errors in the API server's own words, which people know and search for."""

import json
from collections.abc import Iterable, Iterator

from render.rules.rule import Finding
from render.schema_errors.error import Path
from render.schema_errors.formatting import MAX_LENGTH, join_or


def invalid(path: Path, value: object, why: str, hint: str | None = None) -> Finding:
    """Return an invalid value; a list or map is not printed."""
    shown = "" if isinstance(value, dict | list) else f"{_format(value)}: "
    return Finding(path, f"Invalid value: {shown}{why}", hint)


def each_invalid(path: Path, value: object, reasons: Iterable[str], hint: str | None = None) -> Iterator[Finding]:
    """Yield one invalid value for each reason."""
    for why in reasons:
        yield invalid(path, value, why, hint)


def required(path: Path, why: str = "", hint: str | None = None) -> Finding:
    """Return a missing field."""
    return Finding(path, f"Required value: {why}" if why else "Required value", hint)


def forbidden(path: Path, why: str, hint: str | None = None) -> Finding:
    """Return a field that must not be set."""
    return Finding(path, f"Forbidden: {why}", hint)


def duplicate(path: Path, value: object, hint: str | None = None) -> Finding:
    """Return a value that occurs twice."""
    return Finding(path, f"Duplicate value: {_format(value)}", hint)


def missing(path: Path, name: str, hint: str | None = None) -> Finding:
    """Return a name that does not exist."""
    return Finding(path, f"Not found: {_format(name)}", hint)


def unsupported(path: Path, value: object, choices: Iterable[str], hint: str | None = None) -> Finding:
    """Return a value that is not one of the choices."""
    supported = join_or([f'"{choice}"' for choice in choices])
    return Finding(path, f"Unsupported value: {_format(value)}: supported: {supported}", hint)


def too_long(path: Path, limit: int, hint: str | None = None) -> Finding:
    """Return a value with more bytes than the limit."""
    return Finding(path, f"Too long: may not be more than {limit} bytes", hint)


def too_many(path: Path, count: int, limit: int, hint: str | None = None) -> Finding:
    """Return a list with more items than the limit."""
    return Finding(path, f"Too many: {count}: must have at most {limit} items", hint)


def _format(value: object) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    return json.dumps(value if len(value) <= MAX_LENGTH else value[: MAX_LENGTH - 1] + "…", ensure_ascii=False)
