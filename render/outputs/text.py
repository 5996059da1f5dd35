"""For people: each finding with its line and the way out."""

from collections.abc import Iterable, Iterator

import click

from render.problem import Severity, describe
from render.validation.result import Result, Summary

COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}


def lines(results: Iterable[Result], summary: Summary) -> Iterator[str]:  # noqa: ARG001 - shown by the command itself
    """Yield every finding as compilers show theirs."""
    for result in results:
        for problem in result.problems:
            row = result.rows.get((problem.file or "", problem.line or 0))
            first, *rest = describe(problem, row).split("\n")
            yield "\n".join([click.style(first, fg=COLOURS[problem.severity]), *rest, ""])
