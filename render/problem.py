"""Problems: a message, its position in a file, and a hint."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

EXCERPT_WIDTH = 120
"""Maximum columns of a source line that are shown; a spec may contain lines of many kilobytes."""

MAX_PROBLEMS = 1000
"""Maximum findings of a file."""

_COMMAND = r"(?m)^(?:[^\S\n]|\x1b\[[0-9;]*m)*:(?=:)|#(?=#\w*\[)"
"""The start of a command of a CI system, also after styles, which are removed if the output is not a terminal."""

_LINE_BREAK = "\r\n|[\n\r\x85\u2028\u2029]"


class Severity(StrEnum):
    """Severity of a problem; only an error makes the command fail."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Problem(NamedTuple):
    """A finding. Lines and columns start at 1; the end is exclusive."""

    code: str
    name: str
    severity: Severity
    message: str
    hint: str | None = None
    url: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    pointer: str | None = None
    """JSON pointer into the file's document, or into the rendered object if `object` is set."""
    object: str | None = None
    """`Kind/name` of a Kubernetes object."""

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """The key for sorting problems by file, then by position."""
        return self.file or "", self.line or 0, self.column or 0, self.code, self.message


class Rule(NamedTuple):
    """The common attributes of a kind of problem: its code, name, severity and source."""

    code: str
    name: str
    severity: Severity = Severity.ERROR
    url: str | None = None
    about: str = ""
    """Summary of the problem: a clause without a capital letter or a period."""

    def problem(
        self,
        message: str,
        *,
        hint: str | None = None,
        file: str | None = None,
        span: "Span | None" = None,
        pointer: str | None = None,
        object: str | None = None,  # noqa: A002 - the name in the output
    ) -> Problem:
        """Return a problem of this rule at a position."""
        line, column, end_line, end_column = (None,) * 4 if span is None else span
        return Problem(
            code=self.code,
            name=self.name,
            severity=self.severity,
            message=message,
            hint=hint,
            url=self.url,
            file=file,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            pointer=pointer,
            object=object,
        )


Span = tuple[int, int, int, int]
"""Line, column, end line, end column: from 1, with an exclusive end."""


def has_error(problems: Iterable[Problem]) -> bool:
    """Return True if a problem makes the command fail."""
    return any(problem.severity is Severity.ERROR for problem in problems)


def describe(problem: Problem, row: str | None = None) -> str:
    """Return the problem as text: one line, the source line with a caret under it, the hint.

    `row` is the line of the file that the problem is about. Nothing in the result moves a terminal's cursor,
    regardless of the user's text.
    """
    place = ":".join(str(part) for part in (problem.file, problem.line, problem.column) if part is not None)
    lines = [f"{place}: {problem.severity} {problem.code} {problem.message}".removeprefix(": ")]
    if row is not None and problem.line is not None:
        lines += _excerpt(row, problem)
    if problem.hint is not None:
        lines.append(f"hint: {problem.hint}")
    return "\n".join(without_commands(printable(line)) for line in lines)


def printable(text: str) -> str:
    """Return the text with escapes for invisible characters: controls, lone surrogates, directions."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def split_lines(text: str) -> list[str]:
    """Return the lines of a text as positions count them: a line ends where it does in YAML 1.1."""
    return re.split(_LINE_BREAK, text)


def without_commands(text: str) -> str:
    """Return a text with an escape in each sequence that a CI system would read as a command in a log.

    GitHub reads `::` at the start of a line, also after spaces, and `##[` anywhere in it
    (https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs); Azure Pipelines `##vso[`.
    """
    return re.sub(_COMMAND, lambda match: f"{match[0][:-1]}\\x{ord(match[0][-1]):x}", text)


def _excerpt(row: str, problem: Problem) -> list[str]:
    from render.redaction import mask  # most runs show no source line

    row = mask(row)
    first = problem.column or 1
    width = problem.end_column - first if problem.end_column and problem.end_line == problem.line else 1
    column = min(first - 1, len(row))
    start = max(0, column - EXCERPT_WIDTH // 2)
    carets = min(max(1, width), EXCERPT_WIDTH - (column - start))
    # One column for each character, so that the caret is below the right one.
    shown = "".join(
        c if c.isprintable() else " " if c.isspace() else "\N{REPLACEMENT CHARACTER}"
        for c in row[start : start + EXCERPT_WIDTH]
    )
    shown = re.sub(_COMMAND, lambda match: f"{match[0][:-1]}\N{REPLACEMENT CHARACTER}", shown)
    return [f"    {shown}", f"    {' ' * (column - start)}{'^' * carets}"]
