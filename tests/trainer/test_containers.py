"""The containers of a JobSet: what the TrainJob says of them, and what Trainer loses on the way."""

from typing import Any

import pytest

from tests.trainer.samples import container, expanded, jobs, replicated, runtime

NODE = {"name": "node", "image": "train", "command": ["a"], "args": ["b"]}
STEP = "trainer.kubeflow.org/trainjob-ancestor-step"


def test_command_without_arguments_keeps_those_of_the_runtime() -> None:
    found = container(expanded({"trainer": {"command": ["c"]}}, runtime({}, NODE)))
    assert (found["command"], found["args"]) == (["c"], ["b"])


def test_an_empty_command_is_none() -> None:
    found = container(expanded({"trainer": {"command": [], "args": []}}, runtime({}, NODE)))
    assert found == {"name": "node", "image": "train"}


def test_only_the_container_that_trains_is_changed() -> None:
    other = {"name": "other", "image": "other"}
    found = expanded(
        {"trainer": {"image": "ours", "resourcesPerNode": {"limits": {"cpu": 1}}}}, runtime({}, NODE, other)
    )
    assert (container(found)["image"], container(found, index=1)) == ("ours", other)


GIVEN = {"limits": {"cpu": 4, "memory": "64Gi"}, "requests": {"cpu": 2}, "claims": [{"name": "gpu"}]}
RESOURCES: dict[str, tuple[str, dict[str, Any] | None, Any, Any]] = {
    "2.3: name by name": (
        "2.3",
        {},
        {"limits": {"cpu": 8}, "requests": {"memory": "0.5"}},
        {"limits": {"cpu": "8", "memory": "64Gi"}, "requests": {"cpu": "2", "memory": "500m"}},
    ),
    "2.3: nothing asked for, and claims are lost": (
        "2.3",
        {},
        {},
        {"limits": {"cpu": "4", "memory": "64Gi"}, "requests": {"cpu": "2"}},
    ),
    "2.3: not at all without a policy": ("2.3", None, {"limits": {"cpu": 8}}, None),
    "2.1: in their place": ("2.1", {}, {"limits": {"cpu": 8}}, {"limits": {"cpu": "8"}}),
    "2.1: even without a policy": ("2.1", None, {"limits": {"cpu": 8}}, {"limits": {"cpu": "8"}}),
    "2.1: nothing asked for": ("2.1", {}, {}, None),
}


@pytest.mark.parametrize("case", RESOURCES)
def test_resources(case: str) -> None:
    release, policy, asked, expected = RESOURCES[case]
    found = container(
        expanded({"trainer": {"resourcesPerNode": asked}}, runtime(policy, NODE | {"resources": GIVEN}), release)
    )
    as_given = {"limits": {"cpu": "4", "memory": "64Gi"}, "requests": {"cpu": "2"}, "claims": [{"name": "gpu"}]}
    assert found["resources"] == (as_given if expected is None else expected)


VARIABLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "nothing": ({}, {"value": ""}),
    "a field": (
        {"valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "spec.nodeName"}}},
        {"valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}},
    ),
    "a resource": (
        {"valueFrom": {"resourceFieldRef": {"resource": "limits.cpu"}}},
        {"valueFrom": {"resourceFieldRef": {"containerName": "", "resource": "limits.cpu", "divisor": "0"}}},
    ),
    "a key": (
        {"valueFrom": {"secretKeyRef": {"name": "a", "key": "b", "optional": False}}},
        {"valueFrom": {"secretKeyRef": {"name": "a", "key": "b", "optional": False}}},
    ),
    "a file is lost": ({"valueFrom": {"fileKeyRef": {"key": "a", "path": "b", "volumeName": "c"}}}, {"valueFrom": {}}),
}


@pytest.mark.parametrize("case", VARIABLES)
def test_variable(case: str) -> None:
    given, expected = VARIABLES[case]
    found = container(expanded({"trainer": {"env": [{"name": "A", **given}]}}, runtime({}, NODE)))
    assert found["env"] == [{"name": "A", **expected}]


COUNTS: dict[str, tuple[dict[str, Any] | None, dict[str, Any] | None, int]] = {
    "the template's": (None, None, 5),
    "the policy's": ({"numNodes": 3}, None, 3),
    "one where the policy has none": ({}, None, 1),
    "the TrainJob's": ({"numNodes": 3}, {"numNodes": 4}, 4),
    "the TrainJob's without a policy": (None, {"numNodes": 4}, 4),
    "none": ({"numNodes": 3}, {"numNodes": 0}, 0),
    "at least one": ({"numNodes": 0}, {}, 1),
}


@pytest.mark.parametrize("case", COUNTS)
def test_count(case: str) -> None:
    policy, trainer, expected = COUNTS[case]
    given = runtime(policy, NODE)
    given["template"]["spec"]["replicatedJobs"][0]["template"]["spec"] |= {"parallelism": 5, "completions": 7}
    spec = jobs(expanded({} if trainer is None else {"trainer": trainer}, given))[0]["template"]["spec"]
    assert (spec["parallelism"], spec["completions"]) == (expected, expected)


def test_initializers() -> None:
    names = ("dataset-initializer", "model-initializer")
    given = [replicated(name, {"name": name, "image": "fetch"}, labels={STEP: name}) for name in names]
    asked = {"dataset": {"storageUri": "hf://a", "env": [{"name": "B", "value": "b"}], "secretRef": {"name": "token"}}}
    spec = {"template": {"spec": {"replicatedJobs": given}}}
    found = expanded({"initializer": asked}, spec)
    assert container(found) == {
        "name": "dataset-initializer",
        "image": "fetch",
        "env": [{"name": "STORAGE_URI", "value": "hf://a"}, {"name": "B", "value": "b"}],
        "envFrom": [{"secretRef": {"name": "token"}}],
    }
    assert container(found, 1) == {"name": "model-initializer", "image": "fetch"}


WRITTEN = {"resource": "limits.cpu", "divisor": "0"}


def test_what_go_does_not_tell_from_nothing_is_left_out() -> None:
    node = NODE | {
        "env": [
            {"name": "A", "value": ""},
            {"name": "B", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu"}}},
        ],
        "volumeMounts": [{"name": "a", "mountPath": "/a", "readOnly": False}],
        "securityContext": {"privileged": False},
        "readinessProbe": {"tcpSocket": {"port": 80}, "initialDelaySeconds": 0},
        "tty": False,
    }
    found = expanded({}, runtime({}, node, failurePolicy={"maxRestarts": 0}))
    assert container(found) == NODE | {
        "env": [{"name": "A"}, {"name": "B", "valueFrom": {"resourceFieldRef": WRITTEN}}],
        "volumeMounts": [{"name": "a", "mountPath": "/a"}],
        "securityContext": {"privileged": False},
        "readinessProbe": {"tcpSocket": {"port": 80}},
    }
    assert found.objects[0]["spec"]["failurePolicy"] == {"restartStrategy": "Recreate"}


def test_replicas_of_what_a_trainjob_configures_are_one() -> None:
    labels: tuple[dict[str, str], ...] = ({STEP: "trainer"}, {STEP: "model-initializer"}, {STEP: "other"}, {})
    given = [replicated(f"job-{index}", labels=one) | {"replicas": 3} for index, one in enumerate(labels)]
    found = jobs(expanded({}, {"template": {"spec": {"replicatedJobs": given}}}))
    assert [job["replicas"] for job in found] == [1, 1, 3, 3]
