"""Leave out what a line says to ignore: `# render: ignore[CODE]` behind what a finding is about."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from render.problem import LINE_BREAK, Problem, Span
from render.rules.codes import is_selector, unknown
from render.rules.config import SECRETS, Config, covers_secrets, is_about_secrets
from render.source import Node, Text, documents
from render.source.codes import SECRET_NOT_IGNORED, UNKNOWN_CODE

_MARK = "render: ignore"
_COMMENT = re.compile(rf"(?:^|\s)(?P<text>#\s*{_MARK}(?:\[(?P<codes>[^\]]*)\])?)")
_HINT = "name what to ignore: `# render: ignore[CODE]`"
_SECRETS_HINT = "move the value to a Secret; where the rule is wrong, run render with `--ignore {}`"

MAX_MISTAKES = 20
"""Mistakes in the comments of one file that are reported one by one; looking for the code that was meant takes
milliseconds."""


class _Comment(NamedTuple):
    """A comment: what it names, which is codes or their beginnings, and where it stands."""

    selectors: tuple[str, ...]
    span: Span

    def ignores(self, problem: Problem) -> bool:
        if is_about_secrets(problem.code):
            return False
        return any(problem.code[:length] in self.selectors for length in range(1, len(problem.code) + 1))


def wanted(problems: Iterable[Problem], texts: Mapping[str, str], config: Config) -> list[Problem]:
    """Return the problems that neither the config nor a line leaves out. `texts` are what they are about, by file."""
    comments = {file: _comments(Text(file, content)) for file, content in texts.items() if _MARK in content}
    kept = []
    for problem in problems:
        comment = comments.get(problem.file or "", {}).get(problem.line or 0)
        judged = config.judged(problem)
        if judged is not None and not (comment and comment.ignores(problem)):
            kept.append(judged)
    return kept


def useless(text: Text) -> Iterator[Problem]:
    """Yield what is wrong with the lines of a text that say to ignore something."""
    mistakes = _mistakes(text) if _MARK in text.content else iter(())
    for selector, span in islice(mistakes, MAX_MISTAKES):
        yield _problem(selector, text.file, span)
    rest = list(mistakes)
    if rest:
        message = f"{len(rest)} more codes in comments from here on are unknown, or can't be ignored there"
        yield UNKNOWN_CODE.problem(message, hint=_HINT, file=text.file, span=rest[0][1])


def _mistakes(text: Text) -> Iterator[tuple[str, Span]]:
    """Yield each selector that ignores nothing, or not all that it names, with the place of its comment."""
    for comment in _comments(text).values():
        for selector in dict.fromkeys(comment.selectors):
            if covers_secrets(selector) or not is_selector(selector):
                yield selector, comment.span


def _problem(selector: str, file: str, span: Span) -> Problem:
    if not selector:
        return UNKNOWN_CODE.problem("names no code", hint=_HINT, file=file, span=span)
    problem = unknown(selector, file, span)
    if problem is not None:
        return problem
    message = f"`{selector}`: a comment can't ignore a rule about secrets (SEC)"
    hint = _SECRETS_HINT.format(selector if is_about_secrets(selector) else SECRETS)
    return SECRET_NOT_IGNORED.problem(message, hint=hint, file=file, span=span)


def _comments(text: Text) -> dict[int, _Comment]:
    """Return the comments of a file by line. What stands inside a key or a value is none."""
    rows = LINE_BREAK.split(text.content)
    scalars = sorted(_scalars(text, rows))
    found = {}
    for number, row in enumerate(rows, 1):
        match = _COMMENT.search(row) if _MARK in row else None
        if match is None or _is_inside(scalars, (number, match.end())):
            continue
        selectors = tuple(selector.strip() for selector in (match["codes"] or "").split(","))
        found[number] = _Comment(selectors, (number, match.start("text") + 1, number, match.end() + 1))
    return found


def _scalars(text: Text, rows: list[str]) -> Iterator[Span]:
    """Yield the place of every key and every scalar; what stands behind the `|` that starts a text is outside of it."""
    nodes: list[Node] = [document.root for document, _ in documents(text) if document.root is not None]
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
    """Return whether a place is inside one of these sorted spans, which don't overlap."""
    position = bisect_right(scalars, (*place, 0, 0))
    return position > 0 and place < scalars[position - 1][2:]
