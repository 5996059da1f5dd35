"""What render reads from objects: the objects that pods refer to, what pods need, and kinds without a schema."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from render.kube.schemas import Schemas
from render.manifests.crd_files import load_definitions
from render.manifests.finding import Finding
from render.manifests.jobset import replicated_jobs
from render.manifests.loading import LoadedObject, load_object, without_nulls
from render.manifests.pod_resources import exact_requests
from render.manifests.references import by_name, references
from render.manifests.trainjob import trainings
from render.source import Text, load_documents
from tests.rules.sets import Data, jobset, loaded, of, pod

OBJECTS = (
    of("v1", "Secret", "a", "team"),
    of("v1", "Secret", "a", "other"),
    of("v1", "ConfigMap", "a"),
    of("v1", "ServiceAccount", "a"),
    of("v1", "PersistentVolumeClaim", "a"),
    of("example.com/v1", "Secret", "a"),
    of("v1", "Service", "a"),
)


def test_objects_that_pods_can_refer_to_are_those_of_the_core_group() -> None:
    found = by_name(loaded(*OBJECTS))
    assert {key: len(items) for key, items in found.items()} == {
        ("Secret", "a"): 2,
        ("ConfigMap", "a"): 1,
        ("ServiceAccount", "a"): 1,
        ("PersistentVolumeClaim", "a"): 1,
    }


VOLUMES = ("spec", "volumes", 0)
CONTAINER = ("spec", "containers", 0)
REFERENCES: dict[str, tuple[Data, str, tuple[str | int, ...]]] = {
    "a pull secret": (
        {"imagePullSecrets": [{"name": "a"}]},
        "Secret",
        ("spec", "imagePullSecrets", 0, "name"),
    ),
    "a service account": ({"serviceAccountName": "a"}, "ServiceAccount", ("spec", "serviceAccountName")),
    "a Secret as a volume": (
        {"volumes": [{"name": "v", "secret": {"secretName": "a"}}]},
        "Secret",
        (*VOLUMES, "secret", "secretName"),
    ),
    "a claim": (
        {"volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "a"}}]},
        "PersistentVolumeClaim",
        (*VOLUMES, "persistentVolumeClaim", "claimName"),
    ),
    "a projected ConfigMap": (
        {"volumes": [{"name": "v", "projected": {"sources": [{"configMap": {"name": "a"}}]}}]},
        "ConfigMap",
        (*VOLUMES, "projected", "sources", 0, "configMap", "name"),
    ),
    "variables of a ConfigMap": (
        {"container": {"envFrom": [{"configMapRef": {"name": "a"}}]}},
        "ConfigMap",
        (*CONTAINER, "envFrom", 0, "configMapRef", "name"),
    ),
    "a variable of a Secret": (
        {"container": {"env": [{"name": "A", "valueFrom": {"secretKeyRef": {"name": "a", "key": "k"}}}]}},
        "Secret",
        (*CONTAINER, "env", 0, "valueFrom", "secretKeyRef", "name"),
    ),
}


@pytest.mark.parametrize(("spec", "kind", "path"), REFERENCES.values(), ids=REFERENCES)
def test_reference_of_a_pod(spec: Data, kind: str, path: tuple[str | int, ...]) -> None:
    [found] = references(loaded(of("v1", "Pod", "run", spec=pod(**spec)["spec"])))
    assert (found.kind, found.name, found.path) == (kind, "a", path)


def need(cpu: str, **fields: Any) -> Data:
    return {"name": "c", "resources": {"requests": {"cpu": cpu}}, **fields}


def test_containers_of_a_pod_run_at_once() -> None:
    assert exact_requests({"containers": [need("1"), need("2")]})["cpu"] == 3
    assert exact_requests({"initContainers": [need("4")], "containers": [need("1"), need("2")]})["cpu"] == 4
    assert exact_requests({"initContainers": [need("2"), need("1")], "containers": [need("1500m")]})["cpu"] == 2
    assert exact_requests({"containers": [need("1"), need("500m")]})["cpu"] == Fraction("1.5")


def test_pods_of_a_replicated_job() -> None:
    template = {"spec": {"parallelism": 3, "template": pod()}}
    jobs = {
        "completions": {"replicas": 2, "template": {"spec": {**template["spec"], "completions": 5}}},
        "indexed without completions": {"replicas": 3, "template": template},
        "without indexes": {"replicas": 2, "template": {"spec": {**template["spec"], "completionMode": "NonIndexed"}}},
        "defaults": {"template": {"spec": {"template": pod()}}},
    }
    found = replicated_jobs({"spec": {"replicatedJobs": list(jobs.values())}})
    assert dict(zip(jobs, (job.pods for job in found), strict=True)) == {
        "completions": 10,
        "indexed without completions": 9,
        "without indexes": 6,
        "defaults": 1,
    }


def load(manifest: Data) -> LoadedObject:
    [item] = loaded(manifest)
    return load_object(item, Schemas())


UNKNOWN = {
    "a group that does not exist": (
        of("jobset.sigs.k8s.io/v1alpha2", "JobSet", "run"),
        "did you mean `jobset.x-k8s.io/v1alpha2`?",
    ),
    "one that sorts after the real one": (
        of("jobsets.x-k8s.io/v1alpha2", "JobSet", "run"),
        "did you mean `jobset.x-k8s.io/v1alpha2`?",
    ),
    "a kind of several groups": (
        of("batch.volcano.io/v1alpha1", "Job", "run"),
        "did you mean `batch.volcano.sh/v1alpha1`?",
    ),
    "a version that is not served": (
        of("jobset.x-k8s.io/v1", "JobSet", "run"),
        "write `jobset.x-k8s.io/v1alpha2`",
    ),
    "nothing like it": (
        of("example.com/v1", "Other", "run"),
        "give the folder of its definition (CRD) with `--crds`",
    ),
}


@pytest.mark.parametrize(("manifest", "hint"), UNKNOWN.values(), ids=UNKNOWN)
def test_kind_without_a_schema(manifest: Data, hint: str) -> None:
    unchecked = load(manifest).unchecked
    assert unchecked is not None
    assert unchecked.hint == hint


def test_types_in_a_status_are_dropped_and_a_status_is_a_mapping() -> None:
    good = jobset("run", {"node": (1, pod())})
    assert load(good | {"status": {"restarts": "many"}}).errors == ()
    assert [error.path for error in load(good | {"status": "failed"}).errors] == [("status",)]


def test_data_without_nulls_is_the_same_object() -> None:
    data: Data = {"a": [{"b": 1}, [2]], "c": {}}
    assert without_nulls(data) is data
    assert without_nulls({"a": [{"b": None}, [None]], "c": None}) == {"a": [{}, [None]]}


TEXT = """\
a: torchrun
b: abc
script: |
  # torchrun
  cd /code
  torchrun --nnodes=2
  torchrun train.py
folded: >
  one
  two
"""
SPANS: dict[str, tuple[Finding, tuple[int, int, int, int]]] = {
    "a value": (Finding(("b",), ""), (2, 4, 2, 7)),
    "a key": (Finding(("b",), "", is_about_key=True), (2, 1, 2, 2)),
    "a key that is missing": (Finding(("c",), ""), (1, 1, 1, 2)),
    "a text of several lines": (Finding(("script",), ""), (3, 9, 3, 10)),
    "the first line with an excerpt": (Finding(("script",), "", excerpt="torchrun"), (4, 5, 4, 13)),
    "an excerpt of one line": (Finding(("script",), "", excerpt="torchrun", row=3), (6, 3, 6, 11)),
    "an excerpt of the last line": (Finding(("script",), "", excerpt="train.py"), (7, 12, 7, 20)),
    "an excerpt that is elsewhere": (Finding(("folded",), "", excerpt="torchrun"), (8, 9, 8, 10)),
}


@pytest.mark.parametrize(("finding", "span"), SPANS.values(), ids=SPANS)
def test_place_of_a_finding(finding: Finding, span: tuple[int, int, int, int]) -> None:
    """Line and column from 1, the end behind the last character."""
    [(document, _)] = load_documents(Text("a.yaml", TEXT))
    assert finding.span_in(document) == span


@pytest.mark.parametrize(
    ("kind", "namespace", "is_found"),
    [
        ("TrainingRuntime", "team", True),
        ("TrainingRuntime", "other", False),
        ("TrainingRuntime", None, True),
        ("ClusterTrainingRuntime", None, True),
        ("ClusterTrainingRuntime", "other", True),  # which the API server ignores
    ],
)
def test_the_runtime_of_a_trainjob(kind: str, namespace: str | None, *, is_found: bool) -> None:
    group = "trainer.kubeflow.org"
    job = of(f"{group}/v1alpha1", "TrainJob", "run", "team", spec={"runtimeRef": {"kind": kind, "name": "a"}})
    others = [of(f"{group}/v1alpha1", kind, "b"), of("example.com/v1", kind, "a")]
    runtime = of(f"{group}/v1alpha1", kind, "a", namespace)
    found = [training.runtime.label for training in trainings(loaded(job, *others, runtime))]
    assert found == ([f"{kind}/a"] if is_found else [])


def test_a_file_of_definitions_may_have_64_mib(tmp_path: Path) -> None:
    with (tmp_path / "crds.yaml").open("wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)  # no block of the disk is used
    _, problems = load_definitions([tmp_path])
    assert "exceeds the limit of 67108864 bytes" in [problem.message for problem in problems]
