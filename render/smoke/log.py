"""Find results in a log: lines with the mark, regardless of the text around it.

A log may have prefixes (`NAME | ` of `render run`, `[rank0]:` of torchrun), those of `kubectl logs --prefix
--timestamps`, or it may be JSON lines with the text in one of the fields.
"""

import json
from collections.abc import Iterator
from typing import IO, Any, NamedTuple

MARK = "RENDER-SMOKE-RESULT"
"""Mark before the JSON of a result in the log of rank 0."""

MAX_LINE_BYTES = 16 * 2**20
"""Maximum bytes to read of a line: more than the result of a thousand nodes."""

_MARK = MARK.encode()


class MarkedText(NamedTuple):
    """The text of a line after the mark."""

    line: int
    """Line number, from 1."""
    column: int
    """Column of the first character after the mark, from 1."""
    text: str


def find_marked(stream: IO[bytes]) -> Iterator[MarkedText]:
    """Yield the JSON text after each mark. Raises OSError."""
    number = 0
    while row := stream.readline(MAX_LINE_BYTES):
        number += 1
        if _MARK in row and (found := _behind(number, row.decode(errors="replace").rstrip("\r\n"))):
            yield found
        while len(row) == MAX_LINE_BYTES and not row.endswith(b"\n"):
            row = stream.readline(MAX_LINE_BYTES)


def _behind(number: int, row: str) -> MarkedText | None:
    """Return the text after the mark; None if it is not JSON."""
    before, mark, behind = row.partition(MARK)
    logged = _logged(row, before.find("{"))
    text = behind if logged is None else logged.partition(MARK)[2]
    return MarkedText(number, len(before) + len(mark) + 1, text) if text.lstrip().startswith("{") else None


def _logged(row: str, start: int) -> str | None:
    """Return the text with the mark in a line of JSON; None if the line is not JSON.

    `start` is the position of the line's first brace, or -1.
    """
    if start < 0:
        return None
    try:
        data, _ = json.JSONDecoder().raw_decode(row, start)
    except (ValueError, RecursionError):
        return None
    return next((text for text in _texts(data) if MARK in text), None)


def _texts(data: Any) -> Iterator[str]:
    """Yield all texts of a JSON value. The decoder limits the recursion depth."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for item in data.values() if isinstance(data, dict) else data:
            yield from _texts(item)
