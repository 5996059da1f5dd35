"""What single lines of the templates mean, by the definitions of Kubernetes."""

from typing import Any

import pytest

from render.engine import Chart, RenderRejected, template
from tests.chart.helm import Object, objects

SPEC: dict[str, Any] = {"name": "run", "image": "train:1", "command": ["torchrun", "train.py"], "numNodes": 2}


def jobset(**changes: Any) -> Object:
    [found] = [one for one in objects(template(Chart.bundled(), {**SPEC, **changes}, "run")) if one["kind"] == "JobSet"]
    return found


def job(**changes: Any) -> Object:
    [role] = jobset(**changes)["spec"]["replicatedJobs"]
    spec: Object = role["template"]["spec"]
    return spec


def refusal(**changes: Any) -> str:
    with pytest.raises(RenderRejected) as refused:
        jobset(**changes)
    return str(refused.value)


@pytest.mark.parametrize(("user", "is_non_root"), [(None, None), (0, None), (1, True), (1000, True)])
def test_only_a_user_above_zero_is_not_root(user: int | None, *, is_non_root: bool | None) -> None:
    """The kubelet refuses to start user 0 with `runAsNonRoot: true`."""
    context = {} if user is None else {"runAsUser": user}
    assert (
        job(pod={"securityContext": context})["template"]["spec"]["securityContext"].get("runAsNonRoot") is is_non_root
    )


def test_what_the_user_says_of_root_stays() -> None:
    context = {"runAsUser": 1000, "runAsNonRoot": False}
    assert job(pod={"securityContext": context})["template"]["spec"]["securityContext"]["runAsNonRoot"] is False


@pytest.mark.parametrize(("least", "most"), [(1, 2), (2, 5), (3, 3)])
def test_elastic_run_fails_when_fewer_than_its_minimum_are_left(least: int, most: int) -> None:
    """`maxFailedIndexes` is how many nodes may be lost: one more, and fewer than `minNodes` would go on."""
    elastic = {"minNodes": least, "maxNodes": most, "maxRestarts": 3}
    found = job(numNodes=None, elastic=elastic)
    assert found["completions"] - found["maxFailedIndexes"] == least


@pytest.mark.parametrize(
    "paths", [("/data", "/data"), ("/data", "/data//"), ("/data/", "/data"), ("/x/../data", "/data/.")]
)
def test_spellings_of_one_folder_are_one_folder(paths: tuple[str, str]) -> None:
    volumes = [{"name": f"v{number}", "mountPath": path, "emptyDir": {}} for number, path in enumerate(paths)]
    assert "/storage/volumes/1/mountPath" in refusal(storage={"volumes": volumes})


@pytest.mark.parametrize("path", ["/data", "/data/"])
def test_folder_of_the_checkpoints_is_taken(path: str) -> None:
    storage = {
        "checkpoints": {"mode": "existing", "claimName": "c", "mountPath": "/data/"},
        "volumes": [{"name": "one", "mountPath": path, "emptyDir": {}}],
    }
    assert "/storage/volumes/0/mountPath" in refusal(storage=storage)


@pytest.mark.parametrize("resource", ["example.com/widget", "nvidia.com/gpu", "hugepages-2Mi"])
def test_whole_devices_are_not_overcommitted(resource: str) -> None:
    amounts = {"requests": {resource: 2, "cpu": 1}, "limits": {resource: 4, "cpu": 1}}
    assert f"/resourcesPerNode/requests/{resource.replace('/', '~1')}" in refusal(resourcesPerNode=amounts)
    assert "/resourcesPerNode/requests" in refusal(resourcesPerNode={"requests": {resource: 2, "cpu": 1}})


@pytest.mark.parametrize("resource", ["cpu", "memory", "ephemeral-storage", "requests.kubernetes.io/native"])
def test_native_resources_are_overcommitted(resource: str) -> None:
    """Those without a domain, and those of `kubernetes.io/`, are Kubernetes' own and no extended resources."""
    job(resourcesPerNode={"requests": {resource: 2}, "limits": {resource: 4}})
    job(resourcesPerNode={"requests": {resource: 2}})


@pytest.mark.parametrize(("nodes", "is_there"), [(1, False), (2, True)])
def test_preflight_needs_another_node(nodes: int, *, is_there: bool) -> None:
    assert ("preflight" in str(job(numNodes=nodes, preflight={"enabled": True}))) == is_there
