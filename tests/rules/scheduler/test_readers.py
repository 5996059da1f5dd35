"""Annotations whose reader ignores their value or their place."""

from typing import Any

import pytest
import yaml

from tests.rules.findings import SPEC, found
from tests.rules.sets import codes, jobset, pod

EVICT = "cluster-autoscaler.kubernetes.io/safe-to-evict"
DELAY = "cluster-autoscaler.kubernetes.io/pod-scale-up-delay"
KEEP = "karpenter.sh/do-not-disrupt"
GROUP = "kueue.x-k8s.io/retriable-in-group"
PREEMPT = "volcano.sh/preemptable"


@pytest.mark.parametrize(
    ("key", "value", "is_found"),
    [
        (EVICT, "no", True),
        (EVICT, "False", True),
        (EVICT, "never", True),
        (EVICT, "", True),
        (KEEP, "yes", True),
        (KEEP, "True", True),
        (KEEP, "30", True),
        (DELAY, "10 minutes", True),
        (DELAY, "600", True),
        (GROUP, "no", True),
        (PREEMPT, "yes", True),
        ("karpenter.sh/do-not-evict", "true", True),
        (EVICT, "false", False),
        (EVICT, "true", False),
        (KEEP, "true", False),
        (KEEP, "30m", False),
        (KEEP, "1h30m", False),
        (DELAY, "600s", False),
        (GROUP, "false", False),
        (PREEMPT, "False", False),
        ("example.com/safe-to-evict", "no", False),
    ],
)
def test_values(key: str, value: str, *, is_found: bool) -> None:
    spec = {**SPEC, "pod": {"annotations": {key: value}}}
    in_spec = [one for one in found(yaml.safe_dump(spec)) if one.code == "SCD125"]
    assert bool(in_spec) is is_found
    assert all(one.line is not None for one in in_spec)
    manifest = jobset("run", {"node": (2, pod(annotations={key: value}))})
    assert ("SCD125" in codes(manifest)) is is_found


@pytest.mark.parametrize(
    ("values", "is_found"),
    [
        ({"metadata": {"annotations": {EVICT: "false"}}}, True),
        ({"metadata": {"labels": {KEEP: "true"}}}, True),
        ({"pod": {"labels": {EVICT: "false"}}}, True),
        ({"pod": {"annotations": {EVICT: "false"}}}, False),
        ({"metadata": {"annotations": {"example.com/team": "a"}}}, False),
        ({"metadata": {"annotations": {GROUP: "false"}}}, False),
    ],
)
def test_places(values: dict[str, Any], *, is_found: bool) -> None:
    places = [one for one in found(yaml.safe_dump({**SPEC, **values})) if one.code == "SCD125"]
    assert len(places) == is_found
