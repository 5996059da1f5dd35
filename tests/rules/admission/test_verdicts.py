"""Compare the rules with recorded answers of the webhooks of JobSet 0.12 and Trainer 2.3, field by field."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.problem import Problem, Severity
from tests.conftest import RECORDINGS
from tests.rules.findings import found

FOLDER = RECORDINGS / "trainer"
FIELD = re.compile(r"(?:^|is invalid: \[?|, )([a-z][\w.\[\]]*): (?:Invalid value|Forbidden)")

Case = dict[str, Any]

ONLY_THE_CLUSTER_KNOWS = {"volcano-missing-priorityclass"}
REFUSED_LATER = {"patch-unknown-job", "patch-unknown-initcontainer"}
"""The webhook accepts them, but the API server rejects their Jobs: no containers, or containers without images."""


def cases(name: str) -> list[Case]:
    found: list[Case] = yaml.safe_load((FOLDER / f"admission-{name}.yaml").read_text(encoding="utf-8"))["cases"]
    return found


@pytest.mark.parametrize("case", cases("jobset"), ids=lambda case: case["name"])
def test_jobset(case: Case) -> None:
    problems = errors(case["jobset"])
    assert bool(problems) == (case["admission"] == "rejected")
    for field in FIELD.findall(case["full"] or ""):
        assert_at(field, problems)


@pytest.mark.parametrize("case", cases("trainer"), ids=lambda case: case["name"])
def test_trainer(case: Case) -> None:
    if case["name"] in ONLY_THE_CLUSTER_KNOWS:
        severities = {problem.severity for problem in found(text(case["trainjob"], case["runtime"]))}
        assert severities == {Severity.INFO, Severity.WARNING}
        return
    problems = errors(case["trainjob"], case["runtime"])
    assert bool(problems) == (case["admission"] == "rejected" or case["name"] in REFUSED_LATER)
    for error in case["errors"]:
        assert_at(error["path"], problems)


@pytest.mark.parametrize("case", sorted(FOLDER.glob("2.*/*")), ids=lambda case: f"{case.parent.name}-{case.name}")
def test_trainjobs_and_runtimes(case: Path) -> None:
    said = (case / "expected.yaml").read_text(encoding="utf-8")
    objects = "\n---\n".join((case / f"{name}.yaml").read_text(encoding="utf-8") for name in ("trainjob", "runtime"))
    wrong = [problem for problem in found(objects, case.parent.name) if problem.severity is Severity.ERROR]
    assert bool(wrong) == said.startswith(("# rejected: ", "# event: "))
    refused = re.match(r"# event: JobCreationFailed: job \"(.*?)\" .* is invalid: (.*?): (.*)", said)
    if refused:
        [problem] = wrong
        name, field, reason = refused.groups()
        assert problem.message.startswith(f"Job/{name} is refused: {field}[")
        assert f": {reason}" in problem.message


def errors(*objects: Case | None) -> list[Problem]:
    return [problem for problem in found(text(*objects)) if problem.severity is Severity.ERROR]


def text(*objects: Case | None) -> str:
    return yaml.safe_dump_all(item for item in objects if item is not None)


def assert_at(field: str, problems: list[Problem]) -> None:
    pointer = "".join(f"/{part}" for part in _parts(field))
    pointers = [problem.pointer or "" for problem in problems]
    assert any(found == pointer or found.startswith(f"{pointer}/") for found in pointers), (pointer, pointers)


def _parts(field: str) -> Iterator[str]:
    yield from re.findall(r"[^.\[\]]+", field)
