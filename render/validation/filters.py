"""Remove the findings that a comment in their line ignores (`# render: ignore[CODE]`), and collapse repeats."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from render.manifests.codes import BY_SORT, NOT_CHECKED, POLICY_NOT_CHECKED
from render.manifests.loading import reload_documents
from render.problem import MAX_PROBLEMS, Problem, Span, split_lines
from render.rules.codes import is_selector, unknown_codes
from render.rules.config import SECRETS, Config, covers_secrets, is_about_secrets
from render.schema_errors.error import ErrorKind
from render.source import Node, Text
from render.source.codes import SECRET_NOT_IGNORED, TOO_MANY_PROBLEMS, UNKNOWN_CODE
from render.validation.result import Result

_MARK = "render: ignore"
_COMMENT = rf"(?:^|\s)(?P<text>#\s*{_MARK}(?:\[(?P<codes>[^\]]*)\])?)"
_HINT = "name what to ignore: `# render: ignore[CODE]`"
_SECRETS_HINT = "move the value to a Secret; where the rule is wrong, run render with `--ignore {}`"

MAX_INVALID_SELECTORS = 20
"""Maximum invalid selectors in the comments of one file that are reported one by one: the search for a similar code
takes milliseconds."""


class _Comment(NamedTuple):
    """A comment with its selectors, which are codes or their beginnings, and its position."""

    selectors: tuple[str, ...]
    span: Span

    def ignores(self, problem: Problem) -> bool:
        if is_about_secrets(problem.code):
            return False
        return any(problem.code[:length] in self.selectors for length in range(1, len(problem.code) + 1))


def apply_ignores(problems: Iterable[Problem], texts: Mapping[str, str], config: Config) -> list[Problem]:
    """Return the problems that neither the configuration nor a comment ignores. `texts` are checked texts by file."""
    comments = {file: _comments(Text(file, content)) for file, content in texts.items() if _MARK in content}
    kept = []
    for problem in problems:
        comment = comments.get(problem.file or "", {}).get(problem.line or 0)
        selected = config.select_problem(problem)
        if selected is not None and not (comment and comment.ignores(problem)):
            kept.append(selected)
    return kept


def add_problems(result: Result, problems: Iterable[Problem], texts: Mapping[str, str], config: Config) -> Result:
    """Return a result with more problems, except those that are ignored. `texts` are checked texts by file."""
    kept = apply_ignores(problems, texts, config)
    if not kept:
        return result
    merged = Result.of(result.file, result.objects, [*result.problems, *kept], texts)
    return result._replace(problems=merged.problems, rows={**result.rows, **merged.rows})


def invalid_ignores(text: Text) -> Iterator[Problem]:
    """Yield the problems of the comments in a text that ignore codes."""
    invalid = _invalid_selectors(text) if _MARK in text.content else iter(())
    for selector, span in islice(invalid, MAX_INVALID_SELECTORS):
        yield _problem(selector, text.file, span)
    rest = list(invalid)
    if rest:
        message = f"{len(rest)} more codes in comments from here on are unknown, or can't be ignored there"
        yield UNKNOWN_CODE.problem(message, hint=_HINT, file=text.file, span=rest[0][1])


def _invalid_selectors(text: Text) -> Iterator[tuple[str, Span]]:
    """Yield each selector that ignores nothing or only some of its codes, with the position of its comment."""
    for comment in _comments(text).values():
        for selector in dict.fromkeys(comment.selectors):
            if covers_secrets(selector) or not is_selector(selector):
                yield selector, comment.span


def _problem(selector: str, file: str, span: Span) -> Problem:
    if not selector:
        return UNKNOWN_CODE.problem("names no code", hint=_HINT, file=file, span=span)
    problem = unknown_codes(selector, file, span)
    if problem is not None:
        return problem
    message = f"`{selector}`: a comment can't ignore a rule about secrets (SEC)"
    hint = _SECRETS_HINT.format(selector if is_about_secrets(selector) else SECRETS)
    return SECRET_NOT_IGNORED.problem(message, hint=hint, file=file, span=span)


@lru_cache(maxsize=4)  # for a file twice, for an overlay with each of its specs
def _comments(text: Text) -> Mapping[int, _Comment]:
    """Return the comments of a file by line. Text inside a key or a value is not a comment."""
    rows = split_lines(text.content)
    scalars = sorted(_scalars(text, rows))
    found = {}
    for number, row in enumerate(rows, 1):
        match = re.search(_COMMENT, row) if _MARK in row else None
        if match is None or _is_inside(scalars, (number, match.end())):
            continue
        selectors = tuple(selector.strip() for selector in (match["codes"] or "").split(","))
        found[number] = _Comment(selectors, (number, match.start("text") + 1, number, match.end() + 1))
    return found


def _scalars(text: Text, rows: list[str]) -> Iterator[Span]:
    """Yield the span of every key and every scalar. A block begins in the line after its `|` or `>`."""
    nodes: list[Node] = [document.root for document in reload_documents(text) if document.root is not None]
    while nodes:
        node = nodes.pop()
        nodes.extend(node.children.values())
        if node.key is not None:
            yield node.key
        if node.scalar is not None:
            line, column, end_line, end_column = node.value
            is_block = rows[line - 1][column - 1 : column] in ("|", ">")
            yield (line + 1, 1, end_line, end_column) if is_block else node.value


def _is_inside(scalars: list[Span], place: tuple[int, int]) -> bool:
    """Return True if a place is inside one of these sorted spans, which don't overlap."""
    position = bisect_right(scalars, (*place, 0, 0))
    return position > 0 and place < scalars[position - 1][2:]


MAX_ALIKE = 20
"""Maximum findings of one reason that are shown of a file; the last one has the number of the others."""

_UNCHECKED = frozenset((NOT_CHECKED.code, POLICY_NOT_CHECKED.code, BY_SORT[ErrorKind.RULE_NOT_CHECKED].code))


def is_unchecked(problem: Problem) -> bool:
    """Return True if a finding reports that something is not checked. Only the first per kind of object is shown."""
    return problem.code in _UNCHECKED


def collapse_repeats(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Yield the first problems of each reason, the last of them with the number of omitted ones.

    Remove ignored problems before, so that they are not counted.
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
    """Return the first problems of a file; if there are more, the last one reports this."""
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


def drop_repeats(results: Iterable[Result]) -> list[Result]:
    """Return results without problems of other files that an earlier result has reported.

    Such a file is an overlay, which many specs share, or `--set`.
    """
    reported: set[Problem] = set()
    kept = []
    for result in results:
        problems = tuple(problem for problem in result.problems if problem not in reported)
        reported.update(problem for problem in problems if problem.file != result.file)
        kept.append(result if len(problems) == len(result.problems) else result._replace(problems=problems))
    return kept
