"""Markdown for an issue or a comment."""

import re
from collections.abc import Iterator

from render.problem import printable
from render.redaction import mask
from render.why.explanation import Explanation, SpecPlaces
from render.why.report import Report

_SPECIAL = re.compile(r"([\\<>|*_#\[\]!@])")


def text(report: Report, places: SpecPlaces) -> str:
    """Return a report as a heading, tables and hints."""
    return "".join(f"{line}\n" for line in _lines(report, places))


def _lines(report: Report, places: SpecPlaces) -> Iterator[str]:
    yield f"**{_escape(report.sentence)}**"
    for number, found in enumerate(report.blockers):
        if number:
            yield from ("", f"Also: {_escape(found.sentence)}")
        yield from _details(found, places)
    for found in report.past:
        yield from ("", f"Before: {_escape(found.sentence)}")
        yield from _details(found, places)
    if report.unknown:
        yield from ("", *(f"- not known: {_escape(words)}" for words in report.unknown))


def _details(found: Explanation, places: SpecPlaces) -> Iterator[str]:
    yield from ("", "| time | object | evidence |", "| --- | --- | --- |")
    for one in found.evidence:
        yield f"| {one.time or '-'} | {_escape(one.object)} | {_escape(one.text)} |"
    place = places.find(found.key)
    where = f"{_escape(f'{place[0]}:{place[1]}: {mask(place[2])}')}: " if place else ""
    yield from ("", f"Hint: {where}{_escape(found.hint)}")


def _escape(words: str) -> str:
    """Return a text without markup: texts of a cluster are written by anyone. Code spans stay."""
    parts = printable(words).split("`")
    if len(parts) % 2 == 0:  # a code span without an end
        return _SPECIAL.sub(r"\\\1", "'".join(parts))
    return "`".join(
        part.replace("|", "\\|") if odd % 2 else _SPECIAL.sub(r"\\\1", part) for odd, part in enumerate(parts)
    )
