"""Leave out what a line says to ignore: `# render: ignore[CODE]` behind what a finding is about."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from render.problem import LINE_BREAK, Problem, Span
from render.rules.codes import unknown
from render.rules.config import Config
from render.source import Node, Text, documents
from render.source.codes import UNKNOWN_CODE

_MARK = "render: ignore"
_COMMENT = re.compile(rf"(?:^|\s)(?P<text>#\s*{_MARK}(?:\[(?P<codes>[^\]]*)\])?)")
_HINT = "name what to ignore: `# render: ignore[CODE]`"


class _Comment(NamedTuple):
    """A comment: what it names, which is codes or their beginnings, and where it stands."""

    selectors: tuple[str, ...]
    span: Span

    def ignores(self, problem: Problem) -> bool:
        return any(selector and problem.code.startswith(selector) for selector in self.selectors)


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
    for comment in _comments(text).values() if _MARK in text.content else ():
        for selector in comment.selectors:
            if not selector:
                yield UNKNOWN_CODE.problem("names no code", hint=_HINT, file=text.file, span=comment.span)
            elif problem := unknown(selector, text.file, comment.span):
                yield problem


def _comments(text: Text) -> dict[int, _Comment]:
    """Return the comments of a file by line. What stands inside a text is none."""
    roots = [document.root for document, _ in documents(text)]
    found = {}
    for number, row in enumerate(LINE_BREAK.split(text.content), 1):
        match = _COMMENT.search(row)
        if match is None or any(_is_text(root, row, (number, match.end())) for root in roots):
            continue
        selectors = tuple(selector.strip() for selector in (match["codes"] or "").split(","))
        found[number] = _Comment(selectors, (number, match.start("text") + 1, number, match.end() + 1))
    return found


def _is_text(node: Node | None, row: str, place: tuple[int, int]) -> bool:
    """Say whether a place is inside a scalar; behind the `|` that starts one it is not."""
    if node is None or node.scalar is None:
        return node is not None and any(_is_text(child, row, place) for child in node.children.values())
    line, column, end_line, end_column = node.value
    is_header = line == place[0] and row[column - 1] in "|>"
    return (line, column) <= place < (end_line, end_column) and not is_header
