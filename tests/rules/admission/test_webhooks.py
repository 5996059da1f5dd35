"""Edge cases of the webhooks' rules: a table of objects with the codes of their errors."""

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.problem import Severity
from tests.rules.findings import found

TABLE = yaml.safe_load((Path(__file__).parent / "webhooks.yaml").read_text(encoding="utf-8"))
POD = {"spec": {"containers": [{"name": "main", "image": "train"}]}}
ANCHORS = {"job": "replicatedJobs", "task": "tasks"}

Case = dict[str, Any]


def merge(case: Case) -> dict[str, Any]:
    """Return the base of a case, with the changes of the case to the spec and to the first item of a list."""
    data = copy.deepcopy(TABLE["bases"][case["base"]])
    data["spec"] |= case.get("spec", {})
    for key, field in ANCHORS.items():
        if key in case:
            data["spec"][field][0] |= case[key]
    if "annotations" in case:
        data["metadata"]["annotations"] = case["annotations"]
    if "generateName" in case:
        data["metadata"] = {"generateName": case["generateName"]}
    return data if "name" not in case else {**data, "metadata": {"name": case["name"]}}


@pytest.mark.parametrize("case", TABLE["cases"], ids=str)
def test_codes(case: Case) -> None:
    problems = found(yaml.safe_dump(merge(case)))
    codes = [problem.code for problem in problems if problem.severity is Severity.ERROR]
    assert sorted(set(codes)) == case.get("refused", [])


@pytest.mark.parametrize(
    ("length", "job", "fitting"),
    [(49, {}, 48), (60, {"replicas": 11}, 47), (58, {"template": {"spec": {"template": POD}}}, 56)],
)
def test_the_hint_of_a_name_fits(length: int, job: dict[str, Any], fitting: int) -> None:
    long, short = ({"base": "JobSet", "name": "a" * size, "job": job} for size in (length, fitting))
    hints = {problem.hint for problem in found(yaml.safe_dump(merge(long))) if problem.code == "ADM705"}
    assert hints == {f"shorten the JobSet's name from {length} to at most {fitting} characters"}
    assert "ADM705" not in {problem.code for problem in found(yaml.safe_dump(merge(short)))}
