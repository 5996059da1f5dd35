"""PodGroups: how many pods, what they request, and what binds them."""

from typing import Any

import pytest

from render.trainer import Expansion
from tests.trainer.samples import TRAINER, expanded, jobs, replicated

GROUPS = {
    "volcano": ("annotations", "scheduling.k8s.io/group-name"),
    "coscheduling": ("labels", "scheduling.x-k8s.io/pod-group"),
}


def of(group: str, *replicated_jobs: dict[str, Any], annotations: dict[str, str] | None = None, **options: Any) -> Any:
    template: dict[str, Any] = {"spec": {"replicatedJobs": list(replicated_jobs)}}
    if annotations is not None:
        template["metadata"] = {"annotations": annotations}
    return {"mlPolicy": {"numNodes": 2}, "podGroupPolicy": {group: options}, "template": template}


def node(resources: dict[str, Any], /, **pod: Any) -> dict[str, Any]:
    return replicated("node", {"name": "node", "image": "train", "resources": resources}, labels=TRAINER, **pod)


def group(found: Expansion) -> Any:
    return found.objects[1]["spec"]


@pytest.mark.parametrize("name", GROUPS)
def test_every_pod_is_bound_and_counted(name: str) -> None:
    found = expanded({"trainer": {"numNodes": 3}}, of(name, replicated("first"), node({})))
    kind, key = GROUPS[name]
    assert [job["template"]["spec"]["template"]["metadata"][kind] for job in jobs(found)] == [{key: "run"}] * 2
    assert (found.objects[1]["metadata"]["name"], group(found)["minMember"]) == ("run", 4)


REQUESTS: dict[str, tuple[dict[str, Any], dict[str, Any], Any]] = {
    "limits are no requests": ({"limits": {"nvidia.com/gpu": 8}}, {}, None),
    "twice": ({"requests": {"cpu": "500m", "memory": "2Gi"}}, {}, {"cpu": "1", "memory": "4Gi"}),
    "sizes keep their family": ({"requests": {"memory": "2G"}}, {}, {"memory": "4G"}),
    "overhead": ({"requests": {"cpu": 1}}, {"overhead": {"cpu": "250m"}}, {"cpu": "2500m"}),
    "an init container that needs more": (
        {"requests": {"cpu": 1}},
        {"initContainers": [{"name": "a", "image": "a", "resources": {"requests": {"cpu": 3}}}]},
        {"cpu": "6"},
    ),
    "a sidecar": (
        {"requests": {"cpu": 1}},
        {"initContainers": [{"name": "a", "restartPolicy": "Always", "resources": {"requests": {"cpu": 3}}}]},
        {"cpu": "8"},
    ),
    "of the pod": ({"requests": {"cpu": 1}}, {"resources": {"requests": {"cpu": 5}}}, {"cpu": "10"}),
}


@pytest.mark.parametrize("case", REQUESTS)
def test_requests(case: str) -> None:
    resources, pod, expected = REQUESTS[case]
    assert group(expanded({}, of("volcano", node(resources, **pod)))).get("minResources") == expected


@pytest.mark.parametrize(("release", "expected"), [("2.1", None), ("2.3", {"cpu": "16"})])
def test_requests_of_the_trainjob(release: str, expected: Any) -> None:
    trainer = {"resourcesPerNode": {"requests": {"cpu": 8}}}
    assert group(expanded({"trainer": trainer}, of("volcano", node({})), release)).get("minResources") == expected


def test_replicas_are_not_counted() -> None:
    assert group(expanded({}, of("volcano", replicated("side") | {"replicas": 3}, node({}))))["minMember"] == 3


def test_volcano() -> None:
    low, high = replicated("low", priorityClassName="low"), replicated("high", priorityClassName="high")
    annotations = {"scheduling.volcano.sh/queue-name": "research"}
    given = of("volcano", low, high, node({}), annotations=annotations, networkTopology={"mode": "soft"})
    assert group(expanded({}, given)) == {
        "minMember": 4,
        "queue": "research",
        "priorityClassName": "high",
        "networkTopology": {"mode": "soft", "highestTierAllowed": 1},
    }


def test_coscheduling_waits_a_minute() -> None:
    assert group(expanded({}, of("coscheduling", node({})))) == {"minMember": 2, "scheduleTimeoutSeconds": 60}
