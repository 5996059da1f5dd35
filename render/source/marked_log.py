"""Find JSON in a log: lines with a mark, regardless of the text around it.

A log may have prefixes (`NAME | ` of `render run`, `[rank0]:` of torchrun), those of `kubectl logs --prefix
--timestamps`, or it may be JSON lines with the text in one of the fields.
"""

import json
import stat
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple, NoReturn

from render.source import STDIN

MAX_LINE_BYTES = 16 * 2**20
"""Maximum bytes to read of a line: more than the result of a thousand nodes."""


class MarkedText(NamedTuple):
    """The text of a line after the mark."""

    line: int
    """Line number, from 1."""
    column: int
    """Column of the first character after the mark, from 1."""
    text: str


def find_marked(stream: IO[bytes], mark: str) -> Iterator[MarkedText]:
    """Yield the JSON text after each mark. Raises OSError."""
    number = 0
    sought = mark.encode()
    while row := stream.readline(MAX_LINE_BYTES):
        number += 1
        if sought in row and (found := _behind(number, row.decode(errors="replace").rstrip("\r\n"), mark)):
            yield found
        while len(row) == MAX_LINE_BYTES and not row.endswith(b"\n"):
            row = stream.readline(MAX_LINE_BYTES)


def _behind(number: int, row: str, sought: str) -> MarkedText | None:
    """Return the text after the mark; None if it is not JSON."""
    before, mark, behind = row.partition(sought)
    logged = _logged(row, before.find("{"), sought)
    text = behind if logged is None else logged.partition(sought)[2]
    return MarkedText(number, len(before) + len(mark) + 1, text) if text.lstrip().startswith("{") else None


def _logged(row: str, start: int, mark: str) -> str | None:
    """Return the text with the mark in a line of JSON; None if the line is not JSON.

    `start` is the position of the line's first brace, or -1.
    """
    if start < 0:
        return None
    try:
        data, _ = json.JSONDecoder().raw_decode(row, start)
    except (ValueError, RecursionError):
        return None
    return next((text for text in _texts(data) if mark in text), None)


def _texts(data: Any) -> Iterator[str]:
    """Yield all texts of a JSON value. The decoder limits the recursion depth."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for item in data.values() if isinstance(data, dict) else data:
            yield from _texts(item)


@contextmanager
def opened_log(path: str) -> Iterator[IO[bytes]]:
    """Open a regular file, or a copy of standard input, which is read twice. Raises OSError, ValueError."""
    if path == STDIN:
        with TemporaryFile() as kept:
            copyfileobj(sys.stdin.buffer, kept)
            kept.seek(0)
            yield kept
        return
    if not stat.S_ISREG(Path(path).stat().st_mode):
        raise ValueError("it is not a regular file (pipe the text in, and name it `-`)")
    with Path(path).open("rb") as stream:
        yield stream


def marked_texts(stream: IO[bytes], mark: str) -> Iterator[MarkedText]:
    """Yield the texts of a file: one JSON document, or the marked lines of a log. Raises OSError."""
    head = stream.read(MAX_LINE_BYTES)
    if (
        len(head) < MAX_LINE_BYTES
        and head.removeprefix(BOM_UTF8).lstrip().startswith(b"{")
        and mark.encode() not in head
    ):
        yield MarkedText(1, 1, head.decode("utf-8-sig", errors="replace"))
    else:
        stream.seek(0)
        yield from find_marked(stream, mark)


_GREATEST = 2**63
"""Limit of numbers: integers of readers have 64 bits, and no rate or time is as large."""


class NotJsonError(ValueError):
    """A text is not JSON; `line` and `column` count from 1."""

    def __init__(self, reason: str, line: int = 1, column: int = 1) -> None:
        """Set the message and the position."""
        super().__init__(reason)
        self.line = line
        self.column = column


def parse_strict(text: str) -> Any:
    """Return the value of a JSON text. Raises NotJsonError, also for NaN, infinity and numbers over the limit."""
    try:
        return json.loads(text, parse_constant=_refuse, parse_float=_bounded_float, parse_int=_bounded_integer)
    except json.JSONDecodeError as error:
        is_cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        raise NotJsonError("it ends too early" if is_cut else error.msg.lower(), error.lineno, error.colno) from error
    except RecursionError as error:
        raise NotJsonError("it is nested too deep") from error


def _refuse(word: str) -> NoReturn:
    raise NotJsonError(f"`{word}` is not a number in JSON")


def _bounded_float(digits: str) -> float:
    number = float(digits)
    if abs(number) >= _GREATEST:
        raise NotJsonError(f"`{digits[:40]}` is too large")
    return number


def _bounded_integer(digits: str) -> int:
    if len(digits) > 20 or abs(int(digits)) >= _GREATEST:
        raise NotJsonError(f"`{digits[:40]}` is too large")
    return int(digits)
