"""Tell once what is not checked of many objects of a file: nobody reads the same note a hundred times."""

from collections import Counter
from collections.abc import Iterator, Sequence

from render.manifests.codes import BY_SORT, NOT_CHECKED, POLICY_NOT_CHECKED
from render.problem import Problem
from render.shape.mistake import Sort

_CODES = frozenset((NOT_CHECKED.code, POLICY_NOT_CHECKED.code, BY_SORT[Sort.RULE_NOT_CHECKED].code))


def folded(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Yield problems, of what is not checked for the same reason only the first of each kind, with a count."""
    counts = Counter(map(_reason, problems))
    told = set()
    for problem in problems:
        reason = _reason(problem)
        if problem.code not in _CODES or counts[reason] == 1:
            yield problem
        elif reason not in told:
            told.add(reason)
            more = (
                f"; nor {'is' if counts[reason] == 2 else 'are'} {counts[reason] - 1} more `{reason[-1]}` of this file"
            )
            yield problem._replace(message=f"{problem.message}{more}")


def _reason(problem: Problem) -> tuple[str, str, str]:
    return problem.code, problem.message, (problem.object or "").partition("/")[0]
