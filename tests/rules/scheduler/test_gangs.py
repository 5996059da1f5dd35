"""PodGroups against their pods: members, resources, stages."""

from typing import Any

import pytest

from tests.rules.sets import Data, codes, job, jobset, of, pod

NAME = "scheduling.k8s.io/group-name"


def group(minimum: int, name: str = "train", kind: str = "scheduling.volcano.sh/v1beta1", **spec: Any) -> Data:
    return of(kind, "PodGroup", name, spec={"minMember": minimum, **spec})


def member(name: str = "train", **spec: Any) -> Data:
    return pod(annotations={NAME: name}, schedulerName="volcano", **spec)


GPUS = {"resources": {"limits": {"nvidia.com/gpu": "8"}, "requests": {"cpu": "1500m"}}}
SIDECAR = {"name": "log", "image": "x:1", "restartPolicy": "Always", "resources": {"requests": {"cpu": "500m"}}}

MEMBERS = {
    "exactly": ([group(4), job("a", member(), parallelism=4)], []),
    "too many asked for": ([group(5), job("a", member(), parallelism=4)], ["SCD201"]),
    "fewer asked for, as an elastic run does": ([group(2), job("a", member(), parallelism=4)], []),
    "two Jobs together": ([group(5), job("a", member(), parallelism=4), job("b", member())], []),
    "one of two Jobs is not bound": ([group(5), job("a", member(), parallelism=4), job("b", pod())], ["SCD201"]),
    "replicas count": ([group(5), jobset("a", {"n": (4, member()), "m": (1, member())})], []),
    "a gang of one": ([group(1), job("a", member(), parallelism=4)], ["SCD202"]),
    "a pod of its own": ([group(1), job("a", member())], []),
    "an elastic run that starts with one": (
        [group(1), job("a", member(), parallelism=4), of("v1", "ConfigMap", "e", data={"PET_NNODES": "1:4"})],
        [],
    ),
    "pods that are elsewhere": ([group(99)], []),
    "a PodGroup that is elsewhere": ([job("a", member("other"), parallelism=4)], []),
    "another namespace": (
        [{**group(9), "metadata": {"name": "train", "namespace": "one"}}, job("a", member(), namespace="two")],
        [],
    ),
    "a misspelt name": ([group(4, "trian"), job("a", member(), parallelism=4)], ["SCD206"]),
    "another kind of PodGroup": (
        [group(4, kind="scheduling.x-k8s.io/v1alpha1"), job("a", member(), parallelism=4)],
        ["SCD206"],
    ),
    "coscheduling": (
        [
            group(5, kind="scheduling.x-k8s.io/v1alpha1"),
            job("a", pod(labels={"scheduling.x-k8s.io/pod-group": "train"}), parallelism=4),
        ],
        ["SCD201"],
    ),
    "the default scheduler": ([group(4), job("a", pod(annotations={NAME: "train"}), parallelism=4)], ["SCD205"]),
    "no PodGroup in a JobSet": ([jobset("a", {"n": (4, pod(schedulerName="volcano"))})], ["SCD207"]),
}


@pytest.mark.parametrize(("manifests", "expected"), MEMBERS.values(), ids=MEMBERS)
def test_members(manifests: list[Data], expected: list[str]) -> None:
    assert codes(*manifests) == expected


RESOURCES = {
    "the sum": ({"nvidia.com/gpu": "32", "cpu": "6"}, 4, []),
    "in another spelling": ({"nvidia.com/gpu": 32, "cpu": "6000m"}, 4, []),
    "of some resources only": ({"cpu": "6"}, 4, []),
    "too little": ({"nvidia.com/gpu": "8"}, 4, ["SCD203"]),
    "too much": ({"cpu": "7"}, 4, ["SCD203"]),
    "what no pod asks for": ({"memory": "1Gi"}, 4, ["SCD203"]),
    "of the smallest gang": ({"nvidia.com/gpu": "16"}, 2, []),
    "of all pods for a smaller gang": ({"nvidia.com/gpu": "32"}, 2, ["SCD203"]),
}


@pytest.mark.parametrize(("reserved", "minimum", "expected"), RESOURCES.values(), ids=RESOURCES)
def test_resources(reserved: Data, minimum: int, expected: list[str]) -> None:
    shm = {"volumeMounts": [{"name": "shm", "mountPath": "/dev/shm"}]}
    template = member(container={**GPUS, **shm}, volumes=[{"name": "shm", "emptyDir": {"medium": "Memory"}}])
    assert codes(group(minimum, minResources=reserved), job("a", template, parallelism=4)) == expected


def test_a_sidecar_counts_and_a_smaller_init_container_does_not() -> None:
    init = [{"name": "wait", "image": "x:1", "resources": {"requests": {"cpu": "1"}}}, SIDECAR]
    template = member(initContainers=init, container={"resources": {"requests": {"cpu": "1500m"}}})
    right, wrong = (group(4, minResources={"cpu": amount}) for amount in ("8", "6"))
    assert codes(right, job("a", template, parallelism=4)) == []
    assert codes(wrong, job("a", template, parallelism=4)) == ["SCD203"]


def staged(status: str | None = None, order: str | None = None) -> Data:
    made = jobset("a", {"data": (1, member()), "node": (4, member())})
    if status:
        made["spec"]["replicatedJobs"][1]["dependsOn"] = [{"name": "data", "status": status}]
    if order:
        made["spec"]["startupPolicy"] = {"startupPolicyOrder": order}
    return made


STAGES = {
    "no stages": (5, staged(), []),
    "one after the other is complete": (5, staged("Complete"), ["SCD204"]),
    "one after the other is ready": (5, staged("Ready"), ["SCD204"]),
    "in order": (5, staged(order="InOrder"), ["SCD204"]),
    "in any order": (5, staged(order="AnyOrder"), []),
    "a gang that the first stage fills": (1, staged("Ready"), ["SCD202"]),
}


@pytest.mark.parametrize(("minimum", "run", "expected"), STAGES.values(), ids=STAGES)
def test_stages(minimum: int, run: Data, expected: list[str]) -> None:
    assert codes(group(minimum), run) == expected


def test_a_stage_outside_the_gang_does_not_matter() -> None:
    run = jobset("a", {"data": (1, pod()), "node": (4, member())})
    run["spec"]["replicatedJobs"][1]["dependsOn"] = [{"name": "data", "status": "Complete"}]
    assert codes(group(4), run) == []
