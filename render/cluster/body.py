"""The JSON of an answer of an API server, within limits: whoever answers may be no API server."""

import json
from collections.abc import Iterable
from math import isfinite
from typing import Any

from render.redaction import REDACTED

MAX_BYTES = 32 << 20
"""Of one answer. An object has 1.5 MiB at most (etcd's limit of a request); a page of pods is about 10 MiB."""

MAX_VALUES = 2_000_000
"""Of one answer: an empty list is 3 bytes of JSON, and 64 bytes of memory."""

MAX_DEPTH = 200
"""Levels of nesting, as of files (render.source)."""

_LONG = 16
"""Characters from which on a secret is looked for in all that a server says; a shorter one may be a name."""


class BodyError(ValueError):
    """Why a body is not used: the end of a sentence that begins with «is not»."""


def parse(data: bytes, secrets: Iterable[str] = ()) -> dict[str, Any]:
    """Return the JSON object of a body, without the secrets that it repeats. Raises BodyError."""
    values = data.count(b",") + data.count(b"[") + data.count(b"{")
    if values > MAX_VALUES:
        raise BodyError(f"within the limit of {MAX_VALUES} values")
    for secret in secrets:
        if len(secret) >= _LONG:
            data = data.replace(secret.encode(), REDACTED.encode())
    try:
        body = json.loads(data, parse_int=_integer, parse_float=_number, parse_constant=_constant)
    except RecursionError as error:
        raise BodyError(f"within the limit of {MAX_DEPTH} levels") from error
    except BodyError:
        raise
    except ValueError as error:
        raise BodyError("JSON") from error
    if not isinstance(body, dict):
        raise BodyError("a JSON object")
    plain: dict[str, Any] = _plain(body)
    if b"\\ud" in data or b"\\uD" in data:
        _check_text(plain)
    return plain


def _plain(value: Any, depth: int = 1) -> Any:
    """Return a value without nulls in mappings, which mean to an API server what is not there. Raises BodyError."""
    if depth > MAX_DEPTH:
        raise BodyError(f"within the limit of {MAX_DEPTH} levels")
    if isinstance(value, dict):
        return {key: _plain(item, depth + 1) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_plain(item, depth + 1) for item in value]
    return value


def _integer(text: str) -> int:
    """Return an integer of JSON, of which those of Kubernetes have 64 bits. Raises BodyError."""
    if len(text) > 20 or not -(1 << 63) <= (number := int(text)) < 1 << 64:
        raise BodyError("JSON with numbers of 64 bits")
    return number


def _number(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise BodyError("JSON with numbers of 64 bits")
    return number


def _constant(text: str) -> float:
    raise BodyError(f"JSON: it has `{text}`")


def _check_text(body: dict[str, Any]) -> None:
    """Raise BodyError where a text has half of a character, which can't be written to a file."""
    try:
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise BodyError("JSON with whole characters") from error
