"""Format values and paths for messages."""

import json
import re
from collections.abc import Sequence
from typing import Any

MAX_LENGTH = 60
"""Maximum characters of a value."""

_NAMES: dict[type, str] = {
    bool: "the boolean",
    int: "the number",
    float: "the number",
    str: "the string",
    dict: "a mapping",
    list: "a list",
    type(None): "null",
}
_TYPES = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "a mapping",
    "null": "null",
}
_BARE_KEY = r"[A-Za-z_][A-Za-z0-9_-]*"


def format_value(data: object) -> str:
    """Return a scalar in backticks, cut if long; the type name of a collection."""
    if isinstance(data, dict | list):
        return _NAMES[type(data)]
    text = data if isinstance(data, str) else json.dumps(data)
    return f"`{text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 1] + '…'}`"


def format_typed(data: object) -> str:
    """Return a value with the name of its type, as in "the string `a`"."""
    name = _NAMES[type(data)]
    return name if data is None or isinstance(data, dict | list) else f"{name} {format_value(data)}"


def format_types(names: Sequence[str]) -> str:
    """Return the types of JSON Schema in words."""
    return join_or([words for name, words in _TYPES.items() if name in names])


def join_or(words: Sequence[str]) -> str:
    """Return "a, b or c"."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def format_path(path: Sequence[str | int]) -> str:
    """Return a path as kubectl writes it: `spec.containers[0].image`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif re.fullmatch(_BARE_KEY, part):
            text += f".{part}" if text else part
        else:
            text += f"[{part}]"
    return text


def format_subject(path: Sequence[str | int]) -> str:
    """Return a path as the subject of a sentence."""
    return f"`{format_path(path)}`" if path else "the document"


def format_location(path: Sequence[str | int]) -> str:
    """Return a path as the end of a sentence; the root needs no word."""
    return f" in `{format_path(path)}`" if path else ""


def format_flow(data: Any) -> str:
    """Return data as one line of YAML, which JSON is."""
    return json.dumps(data, ensure_ascii=False)
