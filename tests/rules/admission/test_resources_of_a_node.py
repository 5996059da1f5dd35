"""Resources of a TrainJob and its runtime: Trainer 2.3 merges them, 2.1 uses only the TrainJob's."""

from typing import Any

import pytest
import yaml

from render.problem import Severity
from tests.rules.findings import found

GPU = "nvidia.com/gpu"
CODES = {"ADM311", "ADM834"}


def text(asked: dict[str, Any], given: dict[str, Any]) -> str:
    container = {"name": "node", "image": "registry.example/train:1", "resources": given}
    labels = {"trainer.kubeflow.org/trainjob-ancestor-step": "trainer"}
    pod = {"spec": {"containers": [container]}}
    job = {"name": "node", "template": {"metadata": {"labels": labels}, "spec": {"template": pod}}}
    kind = {"apiVersion": "trainer.kubeflow.org/v1alpha1", "metadata": {"name": "a"}}
    policy = {"mlPolicy": {"numNodes": 1, "torch": {}}, "template": {"spec": {"replicatedJobs": [job]}}}
    return yaml.safe_dump_all(
        [
            {**kind, "kind": "TrainJob", "spec": {"runtimeRef": {"name": "a"}, "trainer": {"resourcesPerNode": asked}}},
            {**kind, "kind": "ClusterTrainingRuntime", "spec": policy},
        ]
    )


CASES = {
    "more GPUs than the runtime": ({"requests": {GPU: 8}}, {"limits": {GPU: 4}}, ["ADM311"], ["ADM311"]),
    "as many GPUs, without a limit": ({"requests": {GPU: 4}}, {"limits": {GPU: 4}}, [], ["ADM311"]),
    "the limit alone": ({"limits": {GPU: 8}}, {"limits": {GPU: 4}}, [], []),
    "request and limit": ({"limits": {GPU: 8}, "requests": {GPU: 8}}, {"limits": {GPU: 4}}, [], []),
    "memory alone": ({"requests": {"memory": "1Ti"}}, {"limits": {GPU: 4}}, [], ["ADM834"]),
    "more memory than the runtime": (
        {"requests": {"memory": "2Gi"}},
        {"limits": {"memory": "1Gi"}},
        ["ADM311"],
        [],
    ),
    "nothing": ({}, {"limits": {GPU: 4}}, [], []),
}


@pytest.mark.parametrize(("asked", "given", "merged", "replaced"), CASES.values(), ids=CASES)
def test_both_releases(asked: dict[str, Any], given: dict[str, Any], merged: list[str], replaced: list[str]) -> None:
    for trainer, expected in (("2.3", merged), ("2.1", replaced)):
        problems = found(text(asked, given), trainer)
        assert sorted({problem.code for problem in problems} & CODES) == expected
        assert all((problem.severity is Severity.ERROR) == (problem.code == "ADM311") for problem in problems)
