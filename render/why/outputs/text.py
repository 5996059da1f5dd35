"""Text for a terminal: the sentence, the evidence by time, the way out."""

from collections.abc import Iterator

from render.problem import printable, without_commands
from render.redaction import mask
from render.why.explanation import Explanation, SpecPlaces
from render.why.report import Report


def text(report: Report, places: SpecPlaces) -> str:
    """Return a report as lines."""
    return "".join(f"{without_commands(printable(line))}\n" for line in _lines(report, places))


def _lines(report: Report, places: SpecPlaces) -> Iterator[str]:
    yield report.sentence
    for number, found in enumerate(report.blockers):
        if number:
            yield f"also: {found.sentence}"
        yield from _details(found, places)
    for found in report.past:
        yield f"before: {found.sentence}"
        yield from _details(found, places, with_hint=not report.blockers)
    yield from (f"not known: {words}" for words in report.unknown)


def _details(found: Explanation, places: SpecPlaces, *, with_hint: bool = True) -> Iterator[str]:
    width = max((len(one.object) for one in found.evidence), default=0)
    for one in found.evidence:
        yield f"  {one.time or '-':20}  {one.object:{width}}  {one.text}"
    if with_hint:
        place = places.find(found.key)
        where = f"{place[0]}:{place[1]}: `{mask(place[2])}`: " if place else ""
        yield f"  hint: {where}{found.hint}"
