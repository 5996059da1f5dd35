"""Pods that name a PodGroup which their scheduler doesn't create."""

from typing import Any

import pytest

from render.problem import Severity
from render.programs.run import Run
from render.rules.runner import check_spec

LABEL, NAME = "scheduling.x-k8s.io/pod-group", "scheduling.k8s.io/group-name"


@pytest.mark.parametrize(
    ("values", "severities"),
    [
        ({"scheduler": "kueue", "pod": {"labels": {LABEL: "a"}}}, [Severity.WARNING]),
        ({"scheduler": "volcano", "pod": {"labels": {LABEL: "a"}}}, [Severity.WARNING]),
        ({"scheduler": "none", "pod": {"labels": {LABEL: "a"}}}, [Severity.WARNING]),
        ({"pod": {"labels": {LABEL: "a"}}}, [Severity.WARNING]),
        ({"scheduler": "coscheduling", "pod": {"annotations": {NAME: "a"}}}, [Severity.WARNING]),
        ({"pod": {"annotations": {"scheduling.volcano.sh/group-name": "a"}}}, [Severity.WARNING]),
        ({"scheduler": "kueue", "pod": {"labels": {"kueue.x-k8s.io/pod-group-name": "a"}}}, [Severity.INFO]),
        ({"scheduler": "coscheduling", "pod": {"labels": {LABEL: "a"}}}, []),
        ({"scheduler": "volcano", "pod": {"annotations": {NAME: "a"}}}, []),
        ({"scheduler": "kueue", "pod": {"labels": {"team": "a"}}}, []),
        ({"pod": {"annotations": {"example.com/pod-group": "a"}}}, []),
        ({"scheduler": "coscheduling"}, []),
    ],
    ids=str,
)
def test_groups(values: dict[str, Any], severities: list[Severity]) -> None:
    run = Run({"launcher": "torchrun", "numNodes": 2, **values}, "run")
    assert [one.rule.severity for one in check_spec(run) if one.rule.code == "SCD211"] == severities
