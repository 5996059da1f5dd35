"""Read results: files as the test writes them, and logs of pods."""

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
from typing import IO

from render.kube.layout import bundled
from render.kube.validator import Validator
from render.problem import Problem, Span
from render.shape.judge import Judge
from render.smoke.log import LONGEST, MARK, Marked, marked
from render.smoke.result import Result, result
from render.smoke.strict import NotJsonError, loads
from render.source import STDIN
from render.source.codes import UNREADABLE
from render.spec.codes import BROKEN_RESULT, NO_RESULT, SAME_RESULT_AGAIN

SCHEMA = "smoke.json"

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_ESSENTIAL = frozenset(["sizes", "verdict"])
"""What is JSON and has neither is something else."""
_WHOLE = "give the whole log of rank 0, or the file that the test's `--json` writes"


@dataclass(slots=True)
class Reading:
    """What files hold, in their order and that of their lines."""

    results: list[Result] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _seen: dict[str, str] = field(default_factory=dict)
    """Where a result has been found, by its text."""

    def read(self, path: str) -> None:
        """Add what a file holds, or what is wrong with it."""
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

    def _add(self, file: str, part: Marked) -> None:
        start = (part.line, part.column, part.line, part.column + 1)
        try:
            data = loads(_COLOUR.sub("", part.text))
        except NotJsonError as error:
            line = part.line + error.line - 1
            column = error.column + (part.column - 1 if error.line == 1 else 0)
            span = (line, column, line, column + 1)
            message = f"the result is no JSON: {error}"
            self.problems.append(BROKEN_RESULT.problem(message, hint=_WHOLE, file=file, span=span))
            return
        if not _ESSENTIAL & {*data}:
            return
        mistakes = judge().mistakes(data)
        for found in mistakes:
            self.problems.append(
                BROKEN_RESULT.problem(found.message, hint=found.hint, file=file, span=start, pointer=found.pointer)
            )
        if not mistakes:
            self._take(result(data), f"{file}:{part.line}", file, start)

    def _take(self, found: Result, place: str, file: str, span: Span) -> None:
        text = json.dumps(found.data, sort_keys=True)
        if text in self._seen:
            message = f"is the result of {self._seen[text]} again, and left out"
            self.problems.append(SAME_RESULT_AGAIN.problem(message, file=file, span=span))
            return
        self._seen[text] = place
        self.results.append(found)


@cache
def judge() -> Judge:
    """Return what judges a result."""
    return Judge.of(Validator(json.loads((bundled() / SCHEMA).read_bytes())))


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    """Open a regular file, or keep what standard input holds: it is read twice. Raises OSError, ValueError."""
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


def _parts(stream: IO[bytes]) -> Iterator[Marked]:
    """Yield the results of a file: one in JSON, on however many lines, or those of a log. Raises OSError."""
    head = stream.read(LONGEST)
    if len(head) < LONGEST and head.removeprefix(BOM_UTF8).lstrip().startswith(b"{") and MARK.encode() not in head:
        yield Marked(1, 1, head.decode("utf-8-sig", errors="replace"))
    else:
        stream.seek(0)
        yield from marked(stream)
