"""For editors and `grep`: one line for each problem."""

from collections.abc import Iterable, Iterator

from render.problem import describe
from render.validation.result import Result, Summary


def lines(results: Iterable[Result], summary: Summary) -> Iterator[str]:  # noqa: ARG001 - shown by the command itself
    """Yield every problem as `file:line:column: severity CODE message (hint)`."""
    for result in results:
        for problem in result.problems:
            first, *rest = describe(problem).split("\n")
            yield "".join([first, *(f" ({line})" for line in rest), "\n"])
