"""When a field is immutable, which defaults the API server fills in, and which objects belong together: tables."""

from typing import Any

import pytest

from render.diff import immutable_field
from render.diff.defaults import with_server_defaults
from render.diff.object_pairs import pair_objects
from render.diff.side_object import SideObject
from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from tests.rules.sets import Data, loaded, of

TOLERATION = {"key": "a", "operator": "Exists"}


def claim(size: str | None) -> Data:
    return {} if size is None else {"resources": {"requests": {"storage": size}}}


CONDITIONS: list[tuple[str, Data, Data, bool]] = [
    ("is_suspended", {"suspend": True}, {}, True),
    ("is_suspended", {}, {"suspend": True}, True),
    ("is_suspended", {"suspend": False}, {}, False),
    ("is_active", {"suspend": False}, {}, True),
    ("is_active", {}, {"suspend": True}, False),
    ("stays_suspended", {"suspend": True}, {}, True),
    ("stays_suspended", {}, {"suspend": True}, False),
    ("is_running", {"suspend": True}, {}, False),
    ("is_running", {}, {"suspend": True}, True),
    ("is_not_elastic", {}, {"completionMode": "Indexed", "completions": 2, "parallelism": 2}, False),
    ("is_not_elastic", {}, {"completionMode": "Indexed", "completions": 2, "parallelism": 1}, True),
    ("is_not_elastic", {}, {"completionMode": "NonIndexed", "completions": 2, "parallelism": 2}, True),
    ("delays_deadline", {"activeDeadlineSeconds": 5}, {"activeDeadlineSeconds": 6}, True),
    ("delays_deadline", {"activeDeadlineSeconds": 5}, {}, True),
    ("delays_deadline", {"activeDeadlineSeconds": 5}, {"activeDeadlineSeconds": 5}, False),
    ("delays_deadline", {"activeDeadlineSeconds": 5}, {"activeDeadlineSeconds": 4}, False),
    ("delays_deadline", {}, {"activeDeadlineSeconds": 4}, False),
    ("loses_toleration", {"tolerations": [TOLERATION]}, {}, True),
    ("loses_toleration", {"tolerations": [TOLERATION]}, {"tolerations": [TOLERATION]}, False),
    ("loses_toleration", {}, {"tolerations": [TOLERATION]}, False),
    ("shrinks", claim("2Gi"), claim("1Gi"), True),
    ("shrinks", claim("2Gi"), claim("2048Mi"), False),
    ("shrinks", claim("1Gi"), claim("2Gi"), False),
    ("shrinks", claim(None), claim("1Gi"), False),
    ("shrinks", claim("1Gi"), claim(None), False),
]


@pytest.mark.parametrize(("name", "old", "new", "expected"), CONDITIONS)
def test_condition(name: str, old: Data, new: Data, *, expected: bool) -> None:
    assert getattr(immutable_field, name)({"spec": old}, {"spec": new}) is expected


@pytest.mark.parametrize(("old", "expected"), [({"immutable": True}, True), ({"immutable": False}, False), ({}, False)])
def test_an_immutable_map_is_sealed(old: Data, *, expected: bool) -> None:
    assert immutable_field.is_sealed(old, {"immutable": True}) is expected


def stored(api_version: str, kind: str, data: Data, before: Data | None = None) -> dict[str, Any]:
    return with_server_defaults(GroupVersionKind.of(api_version, kind), data, Schemas(), before=before)


def test_defaults_of_a_jobset() -> None:
    """Source: https://github.com/kubernetes-sigs/jobset/blob/main/pkg/webhooks/jobset_webhook.go"""
    job = {"name": "node", "template": {"spec": {"template": {"spec": {}}}}}
    found = stored("jobset.x-k8s.io/v1alpha2", "JobSet", {"spec": {"replicatedJobs": [job]}})["spec"]
    assert found["network"] == {"enableDNSHostnames": True, "publishNotReadyAddresses": True}
    assert found["startupPolicy"] == {"startupPolicyOrder": "AnyOrder"}
    assert found["successPolicy"]["operator"] == "All"
    assert found["replicatedJobs"][0]["replicas"] == 1
    assert found["replicatedJobs"][0]["template"]["spec"]["completionMode"] == "Indexed"
    assert found["replicatedJobs"][0]["template"]["spec"]["template"]["spec"]["restartPolicy"] == "OnFailure"


def test_a_change_keeps_what_the_webhook_filled_in_and_removes_what_was_written() -> None:
    network = {"network": {"publishNotReadyAddresses": False}}
    kind = ("jobset.x-k8s.io/v1alpha2", "JobSet")
    assert stored(*kind, {"spec": network})["spec"]["network"]["publishNotReadyAddresses"] is False
    assert "network" not in stored(*kind, {"spec": {}}, before={"spec": network})["spec"]


@pytest.mark.parametrize(
    ("api_version", "kind", "path", "value"),
    [
        ("v1", "PersistentVolumeClaim", ("spec", "volumeMode"), "Filesystem"),
        ("v1", "Secret", ("type",), "Opaque"),
        ("apps/v1", "StatefulSet", ("spec", "podManagementPolicy"), "OrderedReady"),
        ("batch/v1", "Job", ("spec", "completionMode"), "NonIndexed"),
        ("storage.k8s.io/v1", "StorageClass", ("reclaimPolicy",), "Delete"),
    ],
)
def test_default_of_kubernetes(api_version: str, kind: str, path: tuple[str, ...], value: str) -> None:
    found: Any = stored(api_version, kind, {})
    for key in path:
        found = found[key]
    assert found == value


def test_only_definitions_of_custom_resources_fill_in_by_their_schema() -> None:
    assert stored("v1", "Service", {"spec": {}}) == {"spec": {}}
    assert stored("example.com/v1", "Other", {"spec": {}}) == {"spec": {}}


def side(source: str, *manifests: Data) -> list[SideObject]:
    return [SideObject(source, item, "default") for item in loaded(*manifests)]


def jobset(name: str) -> Data:
    return of("jobset.x-k8s.io/v1alpha2", "JobSet", name)


def config(name: str) -> Data:
    return of("v1", "ConfigMap", name)


def names(old: list[SideObject], new: list[SideObject]) -> list[tuple[str | None, str | None]]:
    return [(pair.old and pair.old.name, pair.new and pair.new.name) for pair in pair_objects(old, new)]


def test_the_only_run_of_a_file_may_have_another_name() -> None:
    old = side("a.yaml", jobset("one"), config("one-env-0123456789"), config("other"))
    new = side("a.yaml", jobset("two"), config("two-env-9876543210"), config("third"))
    found = dict(names(old, new))
    assert found["one"] == "two"
    assert found["one-env-0123456789"] == "two-env-9876543210"
    assert found["other"] is None


def test_two_runs_of_a_file_are_not_renamed() -> None:
    found = names(side("a.yaml", jobset("one"), jobset("two")), side("a.yaml", jobset("three"), jobset("four")))
    assert found == [(None, "three"), (None, "four"), ("one", None), ("two", None)]
    found = names(side("a.yaml", jobset("one")), side("a.yaml", jobset("three"), jobset("four")))
    assert found == [(None, "three"), (None, "four"), ("one", None)]


def test_runs_of_two_files_are_not_renamed() -> None:
    assert names(side("a.yaml", jobset("one")), side("b.yaml", jobset("two"))) == [(None, "two"), ("one", None)]
    assert names(side("a.yaml", jobset("one")), side("b.yaml", jobset("one"))) == [("one", "one")]
