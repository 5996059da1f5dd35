"""For the summary of a job or a comment: GitHub's and GitLab's Markdown, one table for each file.

The user's text can't be read as Markdown or HTML, or mention a person or an issue: its special characters are entities
(https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references).
"""

import re
from collections.abc import Iterable, Iterator

from render.problem import Problem, Severity, printable
from render.validation.result import Result, Summary

LIMIT = 2**20
"""Limit of a step's summary on GitHub, in bytes; a longer one is not shown
(https://docs.github.com/actions/reference/workflow-commands-for-github-actions#step-isolation-and-limits)."""

_HEAD_AND_END = 1000
"""Limit of the other parts, in bytes."""

_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}

_SPECIAL = re.compile(r"""[!-$&*:<>@[-`{-~]|www\.""")
"""Special characters of Markdown, HTML, and GitHub's links, emoji and formulas."""

_MENTION = re.compile("&#(?:35|64);")
"""`#` and `@`, which are read after entities are decoded: a zero-width space separates them from the name."""


def lines(results: Iterable[Result], summary: Summary) -> Iterator[str]:
    """Yield the counts, then the problems up to LIMIT, then the number of the others."""
    shown: list[str] = []
    left, hidden = LIMIT - _HEAD_AND_END, 0
    for result in results:
        heading = f"\n### {_code(result.file)}\n\n| place | | finding |\n| --- | --- | --- |\n"
        for problem in result.problems:
            text = f"{heading}{_row(problem, result.file)}"
            left -= len(text.encode())
            if left < 0:
                hidden += 1
                continue
            shown.append(text)
            heading = ""
    yield from _head(summary)
    yield from shown
    if hidden:
        yield f"\n{hidden} more than there is room for (`-o text` prints all)\n"


def _head(summary: Summary) -> Iterator[str]:
    counts = (summary.errors, summary.warnings, summary.infos, summary.files, summary.objects)
    yield "## render validate\n\n"
    yield "| errors | warnings | notes | files | objects |\n| ---: | ---: | ---: | ---: | ---: |\n"
    yield f"| {' | '.join(map(str, counts))} |\n"
    if summary.left_out:
        yield f"\n{summary.left_out}\n"


def _row(problem: Problem, file: str) -> str:
    other = [] if problem.file in (None, file) else [_code(problem.file or "")]
    place = ":".join([*other, *(str(number) for number in (problem.line, problem.column) if number is not None)])
    code = problem.code if problem.url is None else f'<a href="{_escaped(problem.url)}">{problem.code}</a>'
    hint = "" if problem.hint is None else f"<br>hint: {_prose(problem.hint)}"
    return f"| {place} | {_WORDS[problem.severity]} {code} | {_prose(problem.message)}{hint} |\n"


def _prose(text: str) -> str:
    """Return a sentence with text in backticks as code."""
    *pairs, last = re.split("`([^`]*)`", text)
    parts = [_code(part) if position % 2 else _text(part) for position, part in enumerate(pairs)]
    return "".join([*parts, _text(last)])


def _code(text: str) -> str:
    return f"<code>{_escaped(text)}</code>"


def _text(text: str) -> str:
    return _MENTION.sub(lambda match: f"{match[0]}&#8203;", _escaped(text))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda match: f"&#{ord(match[0][0])};{match[0][1:]}", printable(text))
