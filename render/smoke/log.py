"""The lines of a log that hold a result: those with the mark, whatever has been put around it on the way.

A log arrives as it is written (`NAME | ` of `render run`, `[rank0]:` of torchrun), as `kubectl logs --prefix
--timestamps` prints it, or as JSON lines with the text in one of the members.
"""

import json
from collections.abc import Iterator
from typing import IO, Any, NamedTuple

MARK = "RENDER-SMOKE-RESULT"
"""Stands before the JSON of a result, in rank 0's log."""

LONGEST = 16 * 2**20
"""Bytes of a line that are read: more than the result of a thousand nodes."""

_MARK = MARK.encode()


class Marked(NamedTuple):
    """The rest of a line, from the mark on."""

    line: int
    """From 1."""
    column: int
    """Of the first character after the mark, from 1."""
    text: str


def marked(stream: IO[bytes]) -> Iterator[Marked]:
    """Yield what stands behind each mark. Raises OSError."""
    number = 0
    while row := stream.readline(LONGEST):
        number += 1
        if _MARK in row and (found := _behind(number, row.decode(errors="replace").rstrip("\r\n"))):
            yield found
        while len(row) == LONGEST and not row.endswith(b"\n"):
            row = stream.readline(LONGEST)


def _behind(number: int, row: str) -> Marked | None:
    """Return what stands behind the mark; None where it is only talked about."""
    before, mark, behind = row.partition(MARK)
    logged = _logged(row, before.find("{"))
    text = behind if logged is None else logged.partition(MARK)[2]
    return Marked(number, len(before) + len(mark) + 1, text) if text.lstrip().startswith("{") else None


def _logged(row: str, start: int) -> str | None:
    """Return the text that a line in JSON is about; None where the line is none."""
    if start < 0:
        return None
    try:
        data, _ = json.JSONDecoder().raw_decode(row, start)
    except (ValueError, RecursionError):
        return None
    return next((text for text in _texts(data) if MARK in text), None)


def _texts(data: Any) -> Iterator[str]:
    """Yield all texts of a JSON value. It is no deeper than the decoder could go."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for item in data.values() if isinstance(data, dict) else data:
            yield from _texts(item)
