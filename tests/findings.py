"""Findings as hostile as they come, and reports of them."""

import os
from collections.abc import Iterable, Iterator

from hypothesis import strategies as st

from render import outputs
from render.problem import Problem, Severity
from render.validation.result import Result, Summary

HOSTILE = (
    "%",
    "%0A",
    "%25",
    "\r\n",
    "\n::error::x",
    "::",
    ":,=",
    "##[error]",
    "]]>",
    "<a b='\"'>&lt;",
    "\\u0000",
    "\x00",
    "\x1b[31m",
    "\x7f\x85\xa0",
    "\u2028\u202e\ufeff",
    "\ud800",
    "\udcff",
    "\ufffe\uffff",
    "é😀",
    "./a//b/../c d",
)
"""What ends a line, a value or a document somewhere, or can't be written at all."""

RULES = {"SYN001": "unreadable-file", "SCH012": "wrong-type", "KUB006": "not-checked"}
URL = "https://example.com/a?b=c#d"


def texts() -> st.SearchStrategy[str]:
    any_text = st.text(st.characters(exclude_categories=()), max_size=8)
    return st.lists(st.sampled_from(HOSTILE) | any_text, max_size=3).map("".join)


def files() -> st.SearchStrategy[str | None]:
    """Return names that a file system can have, bytes that are no UTF-8 included, and what is no file."""
    named = st.binary(min_size=1, max_size=8).map(lambda name: os.fsdecode(name.replace(b"\0", b"/")))
    written = texts().map(lambda text: os.fsdecode(f"a{text}".encode(errors="ignore").replace(b"\0", b"/")))
    return named | written | st.sampled_from([None, "<stdin>", "--set", "--name", "/etc/a b.yaml"])


@st.composite
def findings(draw: st.DrawFn) -> Problem:
    code = draw(st.sampled_from(sorted(RULES)))
    number = st.integers(1, 9999)
    line, column = draw(st.tuples(number, number) | st.tuples(number, st.none()) | st.just((None, None)))
    end = draw(number | st.none()) if column else None
    return Problem(
        code=code,
        name=RULES[code],
        severity=draw(st.sampled_from(Severity)),
        message=draw(texts()),
        hint=draw(st.none() | texts()),
        url=draw(st.none() | st.just(URL)),
        file=draw(files()),
        line=line,
        column=column,
        end_line=None if line is None or end is None else line + end // 2,
        end_column=None if column is None or end is None else column + end,
        pointer=draw(st.none() | texts().map("/".__add__)),
        object=draw(st.none() | texts().map("Pod/".__add__)),
    )


@st.composite
def results(draw: st.DrawFn) -> Result:
    found = draw(st.lists(findings(), max_size=4))
    again = draw(st.lists(st.sampled_from(found), max_size=3)) if found else []
    rows = {(problem.file or "", problem.line): draw(texts()) for problem in found if problem.line}
    return Result(draw(files()) or "-", draw(st.integers(0, 9)), (*found, *again), rows)


def counted(found: Iterable[Result], summary: Summary) -> Iterator[Result]:
    """Yield the results, and count each before it is read, as the command does."""
    for result in found:
        summary.add(result)
        yield result


def report(format_: str, found: Iterable[Result]) -> str:
    """Return what a format makes of results."""
    summary = Summary()
    return "".join(outputs.find(format_)(counted(found, summary), summary))


def moved(result: Result) -> Result:
    """Return the same findings, seven lines further down."""
    return result._replace(problems=tuple(map(_moved, result.problems)))


def _moved(problem: Problem) -> Problem:
    line, end = (None if number is None else number + 7 for number in (problem.line, problem.end_line))
    return problem._replace(line=line, end_line=end)


def arrives_as(sent: str, arrived: str) -> bool:
    """Say whether a text that people read has arrived: whole, or with an escape in place of what does not print."""
    if sent.isprintable():
        return arrived == sent
    kept = "".join(character for character in sent if character.isprintable())
    rest = iter(arrived)
    return arrived.isprintable() and all(character in rest for character in kept)
