"""GitLab's code quality report, by what GitLab documents and its parser asks for."""

import json
import os
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.problem import Problem, Severity
from render.validation.result import Result
from tests.findings import arrives_as, findings, moved, report, results
from tests.strategies import bounded

TEXT = {"type": "string", "minLength": 1}

# GitLab publishes no schema in a package. This is its documented table, stricter than the schema in its own source.
# https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
VALIDATOR = jsonschema_rs.Draft7Validator(
    {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["description", "check_name", "fingerprint", "location", "severity"],
            "properties": {
                "description": {"type": "string", "pattern": r"^[^\r\n]+$"},
                "check_name": TEXT,
                "fingerprint": TEXT,
                "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
                "location": {
                    "type": "object",
                    "required": ["path", "lines"],
                    "properties": {
                        "path": {"type": "string", "minLength": 1, "not": {"pattern": r"^\./"}},
                        "lines": {
                            "type": "object",
                            "required": ["begin"],
                            "properties": {"begin": {"type": "integer", "minimum": 1}},
                        },
                    },
                },
            },
        },
    }
)

ERROR = Problem("SCH012", "wrong-type", Severity.ERROR, "is `1`", "quote it", file="./a.yaml", line=2)


def issues(*found: Result) -> list[dict[str, Any]]:
    parsed = json.loads(report("gitlab", found))
    assert isinstance(parsed, list)
    return parsed


def issue(problem: Problem) -> dict[str, Any]:
    (only,) = issues(Result("a", problems=(problem,)))
    return only


@given(found=st.lists(results(), max_size=4))
@bounded(30)
def test_every_report_has_the_documented_form(found: list[Result]) -> None:
    VALIDATOR.validate(issues(*found))


def test_an_issue_in_full() -> None:
    found = issue(ERROR)
    assert len(found.pop("fingerprint")) == 64
    assert found == {
        "description": "SCH012 is `1` (hint: quote it)",
        "check_name": "SCH012",
        "severity": "major",
        "location": {"path": "a.yaml", "lines": {"begin": 2}},
    }


def test_nothing_found() -> None:
    assert issues(Result("a", 3)) == issues() == []


@pytest.mark.parametrize(
    ("severity", "expected"), [(Severity.ERROR, "major"), (Severity.WARNING, "minor"), (Severity.INFO, "info")]
)
def test_severities(severity: Severity, expected: str) -> None:
    assert issue(ERROR._replace(severity=severity))["severity"] == expected


@pytest.mark.parametrize(
    ("file", "path"),
    [(None, "-"), ("--set", "--set"), ("<stdin>", "<stdin>"), (os.fsdecode(b"\xff"), r"\udcff"), ("é\n", "é\n")],
)
def test_a_finding_always_has_a_place(file: str | None, path: str) -> None:
    assert issue(ERROR._replace(file=file, line=None))["location"] == {"path": path, "lines": {"begin": 1}}


@given(problem=findings())
@bounded(60)
def test_a_description_says_all(problem: Problem) -> None:
    hint = "" if problem.hint is None else f" (hint: {problem.hint})"
    assert arrives_as(f"{problem.code} {problem.message}{hint}", issue(problem)["description"])


@given(found=st.lists(results(), max_size=4))
@bounded(25)
def test_fingerprints_are_different_and_stay_when_lines_move(found: list[Result]) -> None:
    before, after = ([each["fingerprint"] for each in issues(*them)] for them in (found, map(moved, found)))
    assert before == after
    assert len(before) == len(set(before))


@pytest.mark.parametrize(
    "other",
    [
        ERROR._replace(code="SCH013"),
        ERROR._replace(file="b.yaml"),
        ERROR._replace(pointer="/x"),
        ERROR._replace(object="Pod/a"),
        ERROR._replace(message="is `2`"),
    ],
)
def test_another_finding_has_another_fingerprint(other: Problem) -> None:
    assert issue(ERROR)["fingerprint"] != issue(other)["fingerprint"]


def test_a_fingerprint_is_not_of_how_a_path_is_spelled() -> None:
    assert issue(ERROR)["fingerprint"] == issue(ERROR._replace(file="a.yaml"))["fingerprint"]
