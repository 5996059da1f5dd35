"""Collapse findings of one reason, and limit the findings of a file: nobody reads the same message a hundred times."""

from collections import Counter
from collections.abc import Iterator, Sequence

from render.manifests.codes import BY_SORT, NOT_CHECKED, POLICY_NOT_CHECKED
from render.problem import MAX_PROBLEMS, Problem
from render.shape.mistake import Sort
from render.source.codes import TOO_MANY_PROBLEMS

MAX_ALIKE = 20
"""Findings of one reason that a file shows; the last of them has the number of the others."""

_UNCHECKED = frozenset((NOT_CHECKED.code, POLICY_NOT_CHECKED.code, BY_SORT[Sort.RULE_NOT_CHECKED].code))


def is_unchecked(problem: Problem) -> bool:
    """Say whether a finding is that something is not checked; of one kind of object the first one is shown."""
    return problem.code in _UNCHECKED


def folded(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Yield the first problems of each reason, the last of them with the number of those that are left out.

    What a comment or a config ignores must be left out before, so that it counts for nothing.
    """
    counts = Counter(map(_reason, problems))
    seen: Counter[tuple[str | None, ...]] = Counter()
    for problem in problems:
        reason = _reason(problem)
        seen[reason] += 1
        most = 1 if is_unchecked(problem) else MAX_ALIKE
        left_out = counts[reason] - most
        if seen[reason] < most or (seen[reason] == most and left_out <= 0):
            yield problem
        elif seen[reason] == most:
            yield problem._replace(message=f"{problem.message}{_more(problem, left_out)}")


def limited(problems: Sequence[Problem], file: str) -> list[Problem]:
    """Return the first problems of a file, and that there are more where there are."""
    if len(problems) <= MAX_PROBLEMS:
        return list(problems)
    message = f"the findings exceed the limit of {MAX_PROBLEMS} of a file: the others are not shown"
    return [*problems[:MAX_PROBLEMS], TOO_MANY_PROBLEMS.problem(message, file=file)]


def _more(problem: Problem, count: int) -> str:
    if is_unchecked(problem):
        return f"; nor {'is' if count == 1 else 'are'} {count} more `{_kind(problem)}` of this file"
    return f"; the same {count} more {'time' if count == 1 else 'times'} in this file"


def _reason(problem: Problem) -> tuple[str | None, ...]:
    return problem.code, problem.severity, problem.message, problem.file, _kind(problem)


def _kind(problem: Problem) -> str:
    return (problem.object or "").partition("/")[0]
