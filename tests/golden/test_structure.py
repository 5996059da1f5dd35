"""Every object, and every Job and pod that controllers make of it, has the fields that its API has."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from jsonschema.protocols import Validator

from tests.golden.cases import Case, Object, each_case
from tests.golden.controllers import all_pods, jobs
from tests.golden.schemas import NoSchema, custom, kubernetes

MINORS = ["1.35", "1.36", "1.37"]

# What a pod of an example needs, by the minor that first has it.
NEEDED = {"schedulingGroup": "1.36"}

each_minor = pytest.mark.parametrize("minor", MINORS)


def complaints(validator: Validator, resource: Object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(resource)]


@each_case
@each_minor
def test_kubernetes_objects(case: Case, minor: str, upstream: Path) -> None:
    known = custom(upstream / "crds")
    own = [found for found in case.objects if (found["apiVersion"], found["kind"]) not in known]
    assert own
    missing = []
    for resource in own:
        try:
            assert complaints(kubernetes(minor, resource["apiVersion"], resource["kind"]), resource) == []
        except NoSchema as reason:
            missing.append(str(reason))
    if missing:
        pytest.skip(", ".join(missing))


@each_case
def test_custom_objects(case: Case, upstream: Path) -> None:
    known = custom(upstream / "crds")
    own = [found for found in case.objects if (found["apiVersion"], found["kind"]) in known]
    assert own
    for resource in own:
        assert complaints(known[resource["apiVersion"], resource["kind"]], resource) == []
        metadata = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": resource["metadata"]}
        assert complaints(kubernetes(MINORS[-1], "v1", "ConfigMap"), metadata) == []


@each_case
@each_minor
def test_jobs_and_pods(case: Case, minor: str) -> None:
    pods = all_pods(case.jobset)
    for field, since in NEEDED.items():
        if minor < since and any(field in pod["spec"] for pod in pods):
            pytest.skip(f"a pod has `{field}` since Kubernetes {since}")
    job = partial(complaints, kubernetes(minor, "batch/v1", "Job"))
    pod = partial(complaints, kubernetes(minor, "v1", "Pod"))
    assert [complaint for resource in jobs(case.jobset) for complaint in job(resource)] == []
    assert [complaint for resource in pods for complaint in pod(resource)] == []


BROKEN: list[tuple[str, Any, str]] = [
    ("metadata", 1, "1 is not of type 'object'"),
    ("spec/replicatedJob", [], "Additional properties are not allowed ('replicatedJob' was unexpected)"),
    ("spec/failurePolicy/maxRestarts", 2**31, f"{2**31} is greater than the maximum of {2**31 - 1}"),
    ("spec/replicatedJobs/0/template/spec/template/spec/containers/0/ports/0/containerPort", "http", "not of type"),
    ("spec/replicatedJobs/0/template/spec/template/spec/containers/0/resources/limits/memory", "1GB", "not match"),
    ("spec/replicatedJobs/0/template/spec/template/spec/containers/0/ports/1", {"containerPort": 29500}, "not unique"),
]


@pytest.mark.parametrize(("place", "value", "complaint"), BROKEN, ids=[place for place, _, _ in BROKEN])
def test_strict_schema_sees(place: str, value: object, complaint: str, upstream: Path) -> None:
    """The schemas above are read from CRDs by a reader of our own: it must not be blind."""
    resource = Case("mnist-ddp").jobset
    *parents, last = place.split("/")
    parent: Any = resource
    for step in parents:
        parent = parent[int(step) if isinstance(parent, list) else step]
    if isinstance(parent, list):
        assert len(parent) == int(last)
        parent.append({"protocol": "TCP"} | dict(value if isinstance(value, dict) else {}))
    else:
        parent[last] = value
    found = complaints(custom(upstream / "crds")["jobset.x-k8s.io/v1alpha2", "JobSet"], resource)
    assert len(found) == 1
    assert complaint in found[0]
