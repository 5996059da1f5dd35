"""Read results from files that the test writes, and from logs of pods."""

import json
import re
import stat
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO, Any, NoReturn

from render.kube.schema_folders import bundled_schemas
from render.kube.validator import Validator
from render.problem import Problem, Span
from render.schema_errors.checker import SchemaChecker
from render.smoke.log import MARK, MAX_LINE_BYTES, MarkedText, find_marked
from render.smoke.result import SmokeResult, parse_result
from render.source import STDIN
from render.source.codes import UNREADABLE
from render.spec.codes import BROKEN_RESULT, NO_RESULT, SAME_RESULT_AGAIN

SCHEMA = "smoke.json"

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_ESSENTIAL = frozenset(["sizes", "verdict"])
"""Keys of a result; JSON with none of them is ignored."""
_WHOLE = "give the whole log of rank 0, or the file that the test's `--json` writes"


@dataclass(slots=True)
class ResultReader:
    """A reader of results, in the order of the files and their lines."""

    results: list[SmokeResult] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _seen: dict[str, str] = field(default_factory=dict)
    """Place of each result by its text, to detect duplicates."""

    def read(self, path: str) -> None:
        """Add the results and problems of a file; `-` is standard input."""
        file = "<stdin>" if path == STDIN else path
        before = len(self.results) + len(self.problems)
        try:
            with _opened(path) as stream:
                for part in _parts(stream):
                    self._add(file, part)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            self.problems.append(UNREADABLE.problem(f"can't be read: {(reason or str(error)).lower()}", file=file))
        if len(self.results) + len(self.problems) == before:
            hint = f"the log of rank 0 has a line with `{MARK}`; the test's `--json FILE` writes the same"
            self.problems.append(NO_RESULT.problem("holds no result of the smoke test", hint=hint, file=file))

    def _add(self, file: str, part: MarkedText) -> None:
        start = (part.line, part.column, part.line, part.column + 1)
        try:
            data = parse_strict(_COLOUR.sub("", part.text))
        except NotJsonError as error:
            line = part.line + error.line - 1
            column = error.column + (part.column - 1 if error.line == 1 else 0)
            span = (line, column, line, column + 1)
            message = f"the result is not JSON: {error}"
            self.problems.append(BROKEN_RESULT.problem(message, hint=_WHOLE, file=file, span=span))
            return
        if not _ESSENTIAL & {*data}:
            return
        mistakes = result_checker().errors(data)
        for found in mistakes:
            self.problems.append(
                BROKEN_RESULT.problem(found.message, hint=found.hint, file=file, span=start, pointer=found.pointer)
            )
        if not mistakes:
            self._take(parse_result(data), f"{file}:{part.line}", file, start)

    def _take(self, found: SmokeResult, place: str, file: str, span: Span) -> None:
        text = json.dumps(found.data, sort_keys=True)
        if text in self._seen:
            message = f"is the result of {self._seen[text]} again, and left out"
            self.problems.append(SAME_RESULT_AGAIN.problem(message, file=file, span=span))
            return
        self._seen[text] = place
        self.results.append(found)


@cache
def result_checker() -> SchemaChecker:
    """Return the schema checker of results."""
    return SchemaChecker.of(Validator(json.loads((bundled_schemas() / SCHEMA).read_bytes())))


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
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


def _parts(stream: IO[bytes]) -> Iterator[MarkedText]:
    """Yield the texts of results in a file: one JSON document, or the marked lines of a log. Raises OSError."""
    head = stream.read(MAX_LINE_BYTES)
    if (
        len(head) < MAX_LINE_BYTES
        and head.removeprefix(BOM_UTF8).lstrip().startswith(b"{")
        and MARK.encode() not in head
    ):
        yield MarkedText(1, 1, head.decode("utf-8-sig", errors="replace"))
    else:
        stream.seek(0)
        yield from find_marked(stream)


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
