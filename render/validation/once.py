"""Tell a finding once that stands in no spec of its own: in an overlay, which many specs share, or in `--set`."""

from collections.abc import Iterable, Iterator

from render.problem import Problem
from render.validation.result import Result


def once(results: Iterable[Result]) -> Iterator[Result]:
    """Yield results in their order, without what an earlier one has told of another file than its own."""
    told: set[Problem] = set()
    for result in results:
        news = tuple(problem for problem in result.problems if problem not in told)
        told.update(problem for problem in news if problem.file != result.file)
        yield result if len(news) == len(result.problems) else result._replace(problems=news)
