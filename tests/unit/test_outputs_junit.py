"""JUnit: against Jenkins' schema, and read as CI systems read it."""

from xml.etree.ElementTree import Element, fromstring

from hypothesis import given
from hypothesis import strategies as st
from xmlschema import XMLSchema

from render.outputs.junit import lines
from render.problem import Problem, Severity
from render.validation.result import Result, Summary
from tests.findings import arrives_as, findings, moved, report, results
from tests.strategies import bounded


def suites(*found: Result) -> list[Element]:
    return list(fromstring(report("junit", found)))


def texts(suite: Element, tag: str) -> list[str]:
    return [element.text or "" for element in suite.iter(tag)]


@given(data=st.data())
@bounded(25)
def test_every_report_has_the_form_of_the_schema(junit_schema: XMLSchema, data: st.DataObject) -> None:
    junit_schema.validate(report("junit", data.draw(st.lists(results(), max_size=3))))


def test_a_finding_of_each_severity() -> None:
    problem = Problem("SCH012", "wrong-type", Severity.ERROR, "is `1`", "quote it", file="a", line=2, pointer="/x")
    warning = Problem("SYN004", "empty-file", Severity.WARNING, "is empty", file="a")
    info = Problem("KUB006", "not-checked", Severity.INFO, "no schema is known", object="Widget/w")
    assert (
        report("junit", [Result("a", 3, (problem, warning, info), {("a", 2): "x: 1"}), Result("b", 1)])
        == """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="render validate">
  <testsuite name="a" tests="3" failures="1" errors="0" skipped="1">
    <properties>
      <property name="objects" value="3" />
    </properties>
    <testcase name="SCH012 wrong-type /x" classname="a">
      <failure type="SCH012" message="is `1`">a:2: error SCH012 is `1`
    x: 1
    ^
hint: quote it</failure>
    </testcase>
    <testcase name="SYN004 empty-file" classname="a">
      <system-out>a: warning SYN004 is empty</system-out>
    </testcase>
    <testcase name="KUB006 not-checked Widget/w" classname="a">
      <skipped>info KUB006 no schema is known</skipped>
    </testcase>
  </testsuite>
  <testsuite name="b" tests="1" failures="0" errors="0" skipped="0">
    <properties>
      <property name="objects" value="1" />
    </properties>
    <testcase name="b" classname="b" />
  </testsuite>
</testsuites>
"""
    )


def test_what_makes_the_command_fail_is_a_failure() -> None:
    problem = Problem("SYN004", "empty-file", Severity.ERROR, "contains nothing", file="a")
    found = Result("a", problems=tuple(problem._replace(severity=severity) for severity in Severity))
    counts = {}
    for fail_on in Severity:
        [suite] = fromstring("".join(lines([found], Summary(fail_on=fail_on))))
        assert [len(list(suite.iter(tag))) for tag in ("failure", "skipped")] == [
            int(suite.attrib["failures"]),
            int(suite.attrib["skipped"]),
        ]
        counts[fail_on.value] = suite.attrib["failures"]
    assert counts == {"error": "1", "warning": "2", "info": "3"}


@given(problem=findings())
@bounded(60)
def test_a_failure_says_all(problem: Problem) -> None:
    (suite,) = suites(Result("a", problems=(problem,)))
    for failure in suite.iter("failure"):
        assert failure.get("type") == problem.code
        assert arrives_as(problem.message, failure.get("message", ""))
    (text,) = texts(suite, "failure") + texts(suite, "system-out") + texts(suite, "skipped")
    first, *rest = text.split("\n")
    assert f" {problem.severity} {problem.code} " in f" {first}"
    assert [arrives_as(f"hint: {problem.hint}", line) for line in rest] == [True] * (problem.hint is not None)


@given(result=results())
@bounded(50)
def test_a_suite_counts_its_cases_and_names_each_once(result: Result) -> None:
    (suite,) = suites(result)
    cases = list(suite.iter("testcase"))
    names = [case.get("name") for case in cases]
    assert len(names) == len(set(names)) == max(1, len(result.problems))
    counts = {"tests": len(cases), "failures": len(texts(suite, "failure")), "skipped": len(texts(suite, "skipped"))}
    assert {name: int(suite.get(name, "")) for name in counts} == counts


@given(result=results())
@bounded(30)
def test_a_test_keeps_its_name_when_lines_move(result: Result) -> None:
    before, after = (
        [case.get("name") for case in suites(each)[0].iter("testcase")] for each in (result, moved(result))
    )
    assert before == after
