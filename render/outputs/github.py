"""For GitHub Actions: annotations of the files, errors first.

The grammar is that of workflow commands (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
"""

from collections.abc import Iterable, Iterator

from render.outputs._fields import path, wording
from render.problem import Problem, Severity, printable
from render.validation.result import Result, Summary

LIMIT = 10
"""Annotations of a level that GitHub shows for a step; it drops all others silently."""

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def lines(results: Iterable[Result], summary: Summary) -> Iterator[str]:
    """Yield an annotation for each problem that GitHub would show, then the number of the others."""
    shown: dict[Severity, list[Problem]] = {severity: [] for severity in LEVELS}
    for result in results:
        for problem in result.problems:
            if len(shown[problem.severity]) < LIMIT:
                shown[problem.severity].append(problem)
    for problems in shown.values():
        yield from (f"{_annotation(problem)}\n" for problem in problems)
    counts = (summary.errors, summary.warnings, summary.infos)
    more = {LEVELS[level]: count - len(shown[level]) for level, count in zip(LEVELS, counts, strict=True)}
    if any(more.values()):
        hidden = ", ".join(f"{level} {count}" for level, count in more.items() if count)
        yield f"more than the {LIMIT} of a level that GitHub shows: {hidden} (`-o text` prints all)\n"


def _annotation(problem: Problem) -> str:
    properties = ",".join(f"{key}={_property(value)}" for key, value in _properties(problem) if value is not None)
    return f"::{LEVELS[problem.severity]} {properties}::{_data(wording(problem))}"


def _properties(problem: Problem) -> Iterator[tuple[str, str | int | None]]:
    file = path(problem)
    if file is not None:
        yield "file", file.encode(errors="backslashreplace").decode()
        yield "line", problem.line
        yield "endLine", problem.end_line
        # GitHub refuses columns of a place that has more than one line.
        if problem.end_line in (None, problem.line):
            yield "col", problem.column
            yield "endColumn", problem.end_column
    yield "title", printable(f"{problem.code} {problem.name}")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str | int) -> str:
    return _data(str(value)).replace(":", "%3A").replace(",", "%2C")
