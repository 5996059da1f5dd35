"""For systems that show test results: JUnit's XML as Jenkins reads it, a suite a file.

An error is a failed test. A warning is one that passed and printed something, since only errors make the command fail.
An info is a skipped one: it says what was not judged. A file with nothing to tell is one test that passed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from render.problem import Problem, Severity, describe, printable
from render.validation.result import Result, Summary


def lines(results: Iterable[Result], summary: Summary) -> Iterator[str]:  # noqa: ARG001 - readers count the tests
    """Yield one document, a suite at a time; the text is ASCII, so that no encoding can spoil it."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="render validate">\n'
    for result in results:
        suite = _suite(result)
        indent(suite, level=1)
        yield f"  {tostring(suite).decode()}\n"
    yield "</testsuites>\n"


def _suite(result: Result) -> Element:
    file = printable(result.file)
    counts = Counter(problem.severity for problem in result.problems)
    suite = Element(
        "testsuite",
        name=file,
        tests=str(len(result.problems) or 1),
        failures=str(counts[Severity.ERROR]),
        errors="0",
        skipped=str(counts[Severity.INFO]),
    )
    properties = SubElement(suite, "properties")
    SubElement(properties, "property", name="objects", value=str(result.objects))
    for reason, number in sorted(result.skipped.items()):
        if number:
            SubElement(properties, "property", name=f"skipped: {reason}", value=str(number))
    if not result.problems:
        SubElement(suite, "testcase", name=file, classname=file)
    for name, problem in zip(_names(result.problems), result.problems, strict=True):
        outcome = _outcome(SubElement(suite, "testcase", name=name, classname=file), problem)
        outcome.text = describe(problem, result.rows.get((problem.file or "", problem.line or 0)))
    return suite


def _names(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield names without line numbers, so that a test has a history, and no name twice: GitLab drops the second."""
    seen: Counter[str] = Counter()
    for problem in problems:
        parts = (problem.code, problem.name, problem.object, problem.pointer)
        name = printable(" ".join(part for part in parts if part))
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"


def _outcome(case: Element, problem: Problem) -> Element:
    match problem.severity:
        case Severity.ERROR:
            return SubElement(case, "failure", type=problem.code, message=printable(problem.message))
        case Severity.WARNING:
            return SubElement(case, "system-out")
        case Severity.INFO:
            return SubElement(case, "skipped")
