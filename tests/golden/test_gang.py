"""A gang has the members and the needs of exactly the pods that are bound to it."""

import pytest

from tests.golden.cases import CASES, Case, Object, each_case, group
from tests.golden.controllers import all_pods, started_together
from tests.golden.quantities import quantity
from tests.golden.scheduler import pod_needs, total

GANGS = [case for case in CASES if "gang" in case.expected]
each_gang = pytest.mark.parametrize("case", GANGS, ids=[case.name for case in GANGS])


def bound_to(pod: Object) -> dict[str, str]:
    """The groups that a pod belongs to, by the API group of the scheduler that reads it."""
    metadata, spec = pod["metadata"], pod["spec"]
    found = {
        "scheduling.volcano.sh": metadata["annotations"].get("scheduling.k8s.io/group-name"),
        "scheduling.x-k8s.io": metadata["labels"].get("scheduling.x-k8s.io/pod-group"),
        "scheduling.k8s.io": spec.get("schedulingGroup", {}).get("podGroupName"),
    }
    return {scheduler: name for scheduler, name in found.items() if name is not None}


@each_case
def test_pods_are_bound_to_the_group_that_exists(case: Case) -> None:
    groups = {group(found): found["metadata"]["name"] for found in case.of_kind("PodGroup")}
    members = [pod["metadata"]["name"] for pod in started_together(case.jobset)]
    for pod in all_pods(case.jobset):
        assert bound_to(pod) == (groups if pod["metadata"]["name"] in members else {})


@each_gang
def test_members(case: Case) -> None:
    [gang] = case.of_kind("PodGroup")
    members = [pod for pod in all_pods(case.jobset) if bound_to(pod)]
    spec = gang["spec"]
    native = spec.get("schedulingPolicy", {}).get("gang", {})
    expected = case.expected
    assert native.get("minCount", spec.get("minMember")) == expected["gang"]["members"]
    assert expected["gang"]["members"] == expected.get("atLeast", len(members))


@each_gang
def test_needs(case: Case) -> None:
    [gang] = case.of_kind("PodGroup")
    found = gang["spec"].get("minResources", {})
    assert found == case.expected["gang"].get("resources", {})
    if group(gang) == "scheduling.k8s.io":
        assert not found, "the native API counts the pods' own requests"
        return
    members = [pod_needs(pod) for pod in all_pods(case.jobset) if bound_to(pod)]
    assert {name: quantity(amount) for name, amount in found.items()} == total(members[: gang["spec"]["minMember"]])


@each_case
def test_scheduler_is_named_only_for_members(case: Case) -> None:
    """A second scheduler must see exactly the gang: a pod that it does not know waits for ever."""
    schedulers = {"volcano": "volcano", "coscheduling": case.spec.get("coscheduling", {}).get("schedulerName")}
    for pod in all_pods(case.jobset):
        scheduler = case.spec.get("scheduler", "none")
        expected = schedulers.get(scheduler) if bound_to(pod) else None
        if scheduler == "kai":  # its pod-grouper takes all pods of the JobSet
            expected = "kai-scheduler"
        assert pod["spec"].get("schedulerName") == expected


def test_volcano_names_its_queue_and_scheduler() -> None:
    case = Case("volcano")
    [gang] = case.of_kind("PodGroup")
    assert gang["spec"]["queue"] == "research"
    assert gang["spec"]["priorityClassName"] == "research-high"
    assert gang["spec"]["networkTopology"] == {"mode": "hard", "highestTierAllowed": 1}
    assert {pod["spec"]["schedulerName"] for pod in all_pods(case.jobset)} == {"volcano"}


def test_kueue_labels_the_jobset_alone() -> None:
    case = Case("kueue")
    labels = {key: value for key, value in case.jobset["metadata"]["labels"].items() if "kueue" in key}
    assert labels == {"kueue.x-k8s.io/queue-name": "research", "kueue.x-k8s.io/priority-class": "high"}
    assert "suspend" not in case.jobset["spec"]
    assert not [key for pod in all_pods(case.jobset) for key in pod["metadata"]["labels"] if "kueue" in key]


def test_init_container_with_the_sidecars_before_it_counts() -> None:
    pod = {
        "spec": {
            "initContainers": [
                {"restartPolicy": "Always", "resources": {"requests": {"cpu": "1"}}},
                {"resources": {"requests": {"cpu": "4"}}},
                {"restartPolicy": "Always", "resources": {"requests": {"cpu": "1"}}},
            ],
            "containers": [{"resources": {"limits": {"cpu": "2", "memory": "1Gi"}}}],
        }
    }
    assert pod_needs(pod) == {"cpu": 5, "memory": 2**30}
