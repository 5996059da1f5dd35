"""Variables as the kubelet makes them: every source, in every combination that it treats in its own way."""

from typing import Any

import pytest

from render.manifests.jobset import replicated_jobs
from render.pods.environment import EnvFrom, PodFields, container_environment
from render.pods.listing import job_labels, job_positions, jobset_metadata
from tests.golden import controllers

FIELDS = PodFields("team", "trainer", {"app": "train"}, {"note": "a"}, index=3)
CONFIG_MAPS = {"ours": {"data": {"A": "1", "B": "2"}}, "empty": {}}
SECRET = {"secretRef": {"name": "hub"}}
TOKEN = {"valueFrom": {"secretKeyRef": {"name": "hub", "key": "token"}}}
LIMITS = {"cpu": "1500m", "memory": "1Gi", "ephemeral-storage": "10M"}


def variables(*env: dict[str, Any], sources: tuple[dict[str, Any], ...] = (), **container: Any) -> dict[str, Any]:
    whole = {"name": "node", "env": env, "envFrom": sources, **container}
    return container_environment(whole, EnvFrom.of(whole, CONFIG_MAPS), CONFIG_MAPS, FIELDS)


def value(text: str, **others: Any) -> object:
    env = [{"name": name, **(other if isinstance(other, dict) else {"value": other})} for name, other in others.items()]
    return variables(*env, {"name": "IT", "value": text})["IT"]


def of(origin: dict[str, Any], **container: Any) -> object:
    return variables({"name": "IT", "valueFrom": origin}, **container).get("IT")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("$(A)", "1"),
        ("$$(A)", "$(A)"),
        ("$$$(A)", "$1"),
        ("$(NONE)", "$(NONE)"),
        ("$A $ $( $() $)", "$A $ $( $() $)"),
        ("$(A)$(B)", "1$(C)"),
        ("$(TOKEN)", {"value": "$(TOKEN)"}),
        ("$$(TOKEN)", "$(TOKEN)"),
        ("$$ $(TOKEN) $(A)", {"value": "$$ $(TOKEN) $(A)"}),
        ("", ""),
    ],
)
def test_references(text: str, result: object) -> None:
    assert value(text, A="1", B="$(C)", TOKEN=TOKEN) == result


def test_a_reference_reaches_only_what_stands_before_it() -> None:
    late = variables({"name": "A", "value": "$(B)"}, {"name": "B", "value": "2"})
    assert late == {"A": "$(B)", "B": "2"}


def test_config_maps_of_the_run_are_read_later_ones_first() -> None:
    ours, prefixed = {"configMapRef": {"name": "ours"}}, {"prefix": "X_", "configMapRef": {"name": "ours"}}
    assert variables(sources=(ours, prefixed)) == {"A": "1", "B": "2", "X_A": "1", "X_B": "2"}
    assert variables({"name": "A", "value": "own $(A)"}, sources=(ours,)) == {"A": "own 1", "B": "2"}
    assert variables(sources=({"configMapRef": {"name": "empty"}},)) == {}


@pytest.mark.parametrize("source", [SECRET, {"configMapRef": {"name": "another's"}}])
def test_a_source_from_elsewhere_may_bring_any_variable(source: dict[str, Any]) -> None:
    found = variables({"name": "A", "value": "$(B) $$(B)"}, {"name": "C", "value": "c"}, sources=(source,))
    assert found == {"A": {"value": "$(B) $$(B)"}, "C": "c"}
    assert EnvFrom.of({"envFrom": [source]}, CONFIG_MAPS).unknown == (source,)


@pytest.mark.parametrize(
    ("path", "result"),
    [
        ("metadata.namespace", "team"),
        ("spec.serviceAccountName", "trainer"),
        ("metadata.labels['app']", "train"),
        ("metadata.annotations['note']", "a"),
        ("metadata.annotations['app']", None),
        ("metadata.annotations['batch.kubernetes.io/job-completion-index']", "3"),
        ("metadata.labels['batch.kubernetes.io/job-completion-index']", "3"),
        ("metadata.labels['topology.kubernetes.io/zone']", None),
        ("metadata.name", None),
        ("metadata.uid", None),
        ("spec.nodeName", None),
        ("status.podIP", None),
    ],
)
def test_fields(path: str, result: str | None) -> None:
    origin = {"fieldRef": {"fieldPath": path}}
    assert of(origin) == (result if result is not None else {"valueFrom": origin})


@pytest.mark.parametrize(
    ("resource", "divisor", "result"),
    [
        ("limits.cpu", None, "2"),
        ("limits.cpu", "0", "2"),
        ("limits.cpu", "1m", "1500"),
        ("requests.cpu", "1m", "250"),
        ("limits.memory", None, "1073741824"),
        ("limits.memory", "1Mi", "1024"),
        ("limits.memory", "1G", "2"),
        ("requests.memory", "1Gi", "1"),
        ("requests.ephemeral-storage", "1M", "10"),
        ("limits.hugepages-2Mi", None, None),
    ],
)
def test_resources(resource: str, divisor: str | None, result: str | None) -> None:
    origin = {"resourceFieldRef": {"resource": resource} | ({} if divisor is None else {"divisor": divisor})}
    found = of(origin, resources={"limits": LIMITS, "requests": {"cpu": "250m"}})
    assert found == (result if result is not None else {"valueFrom": origin})


def test_resources_of_another_container_are_not_known() -> None:
    origin = {"resourceFieldRef": {"containerName": "other", "resource": "limits.cpu"}}
    assert of(origin, resources={"limits": LIMITS}) == {"valueFrom": origin}


@pytest.mark.parametrize(
    ("key", "result"),
    [
        ({"name": "ours", "key": "A"}, "1"),
        ({"name": "ours", "key": "Z", "optional": True}, None),
        ({"name": "ours", "key": "Z"}, {"valueFrom": {"configMapKeyRef": {"name": "ours", "key": "Z"}}}),
        ({"name": "x", "key": "A"}, {"valueFrom": {"configMapKeyRef": {"name": "x", "key": "A"}}}),
    ],
)
def test_keys_of_config_maps(key: dict[str, Any], result: object) -> None:
    assert of({"configMapKeyRef": key}) == result


def test_labels_are_those_that_the_controllers_write() -> None:
    template = {"spec": {"completions": 2, "template": {"spec": {"containers": []}}}}
    roles = [
        {"name": "a", "replicas": 2, "groupName": "one", "template": template},
        {"name": "b", "groupName": "two", "template": template},
        {"name": "c", "replicas": 3, "groupName": "one", "template": template},
    ]
    jobset = {
        "apiVersion": "jobset.x-k8s.io/v1alpha2",
        "kind": "JobSet",
        "metadata": {"name": "run", "namespace": "team"},
        "spec": {"replicatedJobs": roles},
    }
    ours = [
        jobset_metadata("run", "team", role, place, index) | job_labels(role.job_name("run", index))
        for role, place in job_positions(list(replicated_jobs(jobset)))
        for index in range(role.replicas)
    ]
    random = {"jobset.sigs.k8s.io/jobset-uid", "batch.kubernetes.io/controller-uid"}
    numbered = "batch.kubernetes.io/job-completion-index"
    pods = [
        pod["metadata"]["labels"] for pod in controllers.all_pods(jobset) if pod["metadata"]["labels"][numbered] == "0"
    ]
    theirs = [{key: value for key, value in labels.items() if key not in random | {numbered}} for labels in pods]
    assert [{**labels, "job-name": labels["batch.kubernetes.io/job-name"]} for labels in theirs] == ours
