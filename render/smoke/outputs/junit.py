"""JUnit for CI systems: one suite for the run, with one case for each thing that the test proves.

The cases are the same in every run, so that each has a history. The test ends with the first case that fails; the
cases after it are skipped.
"""

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from render.smoke.formatting import format_rate
from render.smoke.result import SmokeResult
from render.smoke.smoke_report import SmokeReport


class Case(NamedTuple):
    """A thing that the test proves."""

    name: str
    verdict: str
    """Verdict of a run in which the case fails."""


CASES = (
    Case("the world is as asked for", "misconfigured"),
    Case("all processes meet", "unreachable"),
    Case("every result is right", "wrong"),
    Case("the fabric carries the data", "transport"),
    Case("the peak reaches the floor", "slow"),
)
"""Cases in the order in which the test checks them."""


def text(report: SmokeReport) -> str:
    """Return one document, in ASCII so that it doesn't depend on an encoding. CI systems keep earlier runs."""
    run = report.run
    suites = Element("testsuites", name="render smoke")
    cases = list(_cases(run))
    failures, skipped = (sum(case.find(tag) is not None for case in cases) for tag in ("failure", "skipped"))
    suite = SubElement(
        suites,
        "testsuite",
        name=run.run,
        tests=str(len(cases)),
        failures=str(failures),
        errors="0",
        skipped=str(skipped),
    )
    properties = SubElement(suite, "properties")
    for name, value in _properties(run):
        SubElement(properties, "property", name=name, value=value)
    suite.extend(cases)
    indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites).decode()}\n'


def _cases(run: SmokeResult) -> Iterator[Element]:
    has_failed = False
    for known in CASES:
        case = Element("testcase", name=known.name, classname="smoke")
        if known.verdict == run.verdict:
            failure = SubElement(case, "failure", type=run.verdict, message=run.sentence)
            failure.text = "\n".join((run.sentence, *run.notes))
            has_failed = True
        elif reason := "not reached" if has_failed else _unproven(run, known):
            SubElement(case, "skipped").text = reason
        yield case


def _unproven(run: SmokeResult, case: Case) -> str | None:
    """Return the reason why a case that has not failed is not proven; None if it is proven."""
    if case.verdict == "transport" and not run.is_proven:
        return "no fabric was asked for" if run.wanted is None else "not proven"
    if case.verdict == "slow" and run.floor is None:
        return "no floor"
    return None


def _properties(run: SmokeResult) -> Iterator[tuple[str, str]]:
    yield "backend", run.backend
    yield "collective", run.collective
    yield "nodes", str(run.nodes)
    yield "procs", str(run.procs)
    if run.peak is not None:
        yield "peak busbw GB/s", format_rate(run.peak.busbw)
    if run.floor is not None:
        yield "floor busbw GB/s", format_rate(run.floor.busbw)
