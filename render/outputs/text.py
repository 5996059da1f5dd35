"""For people: each problem with its line and its hint."""

from collections.abc import Iterable, Iterator

from render.terminal import style_problem
from render.validation.result import Result, Summary


def lines(results: Iterable[Result], summary: Summary) -> Iterator[str]:  # noqa: ARG001 - shown by the command itself
    """Yield every problem as compilers show theirs."""
    for result in results:
        for problem in result.problems:
            yield style_problem(problem, result.rows.get((problem.file or "", problem.line or 0))) + "\n"
