"""For systems that show test results: JUnit's XML as Jenkins reads it, one suite for each file.

A problem that makes the command fail (`--fail-on`) is a failed test. Of the others, a warning is a test that passed
and printed something, and an info, which says what was not checked, is a skipped test. A file without problems is one
test that passed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from render.problem import Problem, Severity, describe, printable
from render.validation.result import Result, Summary


def lines(results: Iterable[Result], summary: Summary) -> Iterator[str]:
    """Yield one document, a suite at a time; the text is ASCII, which every encoding leaves as it is."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="render validate">\n'
    for result in results:
        suite = _suite(result, summary)
        indent(suite, level=1)
        yield f"  {tostring(suite).decode()}\n"
    yield "</testsuites>\n"


def _suite(result: Result, summary: Summary) -> Element:
    file = printable(result.file)
    counts = Counter(_outcome(problem, summary) for problem in result.problems)
    suite = Element(
        "testsuite",
        name=file,
        tests=str(len(result.problems) or 1),
        failures=str(counts["failure"]),
        errors="0",
        skipped=str(counts["skipped"]),
    )
    properties = SubElement(suite, "properties")
    SubElement(properties, "property", name="objects", value=str(result.objects))
    for reason, number in sorted(result.skipped.items()):
        if number:
            SubElement(properties, "property", name=f"skipped: {reason}", value=str(number))
    if not result.problems:
        SubElement(suite, "testcase", name=file, classname=file)
    for name, problem in zip(_names(result.problems), result.problems, strict=True):
        case = SubElement(suite, "testcase", name=name, classname=file)
        outcome = SubElement(case, _outcome(problem, summary))
        if outcome.tag == "failure":
            outcome.attrib |= {"type": problem.code, "message": printable(problem.message)}
        outcome.text = describe(problem, result.rows.get((problem.file or "", problem.line or 0)))
    return suite


def _names(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield unique names without line numbers, so that a test has a history; GitLab drops a repeated name."""
    seen: Counter[str] = Counter()
    for problem in problems:
        parts = (problem.code, problem.name, problem.object, problem.pointer)
        name = printable(" ".join(part for part in parts if part))
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"


def _outcome(problem: Problem, summary: Summary) -> str:
    """Return the name of the element that says how the test of a problem ended."""
    if summary.is_failure(problem.severity):
        return "failure"
    return "system-out" if problem.severity is Severity.WARNING else "skipped"
