"""Manifests as others write them, about which render once reported what is not so; and the same with a real mistake."""

import json
from pathlib import Path
from typing import Any

import pytest

from render.engine import Chart
from render.kube.schemas import Schemas
from render.spec import Request
from render.validation.batch import check_all_files
from render.validation.inputs import Settings, inputs
from render.validation.pipeline import read_files
from tests.rules.findings import found

SETTINGS = Settings(Request(Chart.bundled()), Schemas())
POD: dict[str, Any] = {"containers": [{"name": "main", "image": "registry.example/train:1"}]}


def item(version: str, kind: str, spec: Any, **more: Any) -> dict[str, Any]:
    return {"apiVersion": version, "kind": kind, "metadata": {"name": "run"}, "spec": spec, **more}


def mounting(volume: str) -> dict[str, Any]:
    mounts = [{"name": volume, "mountPath": "/mnt"}]
    return {"spec": {"containers": [{**POD["containers"][0], "volumeMounts": mounts}]}}


def ray(volume: str) -> dict[str, Any]:
    cluster = {"headGroupSpec": {"rayStartParams": {}, "template": mounting(volume)}}
    return item("ray.io/v1", "RayCluster", cluster)


def mpi(volume: str, version: str = "v2beta1") -> dict[str, Any]:
    roles = {"Launcher": {"template": mounting(volume)}, "Worker": {"replicas": 2, "template": {"spec": POD}}}
    return item(f"kubeflow.org/{version}", "MPIJob", {"mpiReplicaSpecs": roles})


def queue(status: Any) -> dict[str, Any]:
    return item("kueue.x-k8s.io/v1beta2", "LocalQueue", {"clusterQueue": "a"}, status=status)


def on_host(resource: str) -> dict[str, Any]:
    container = {**POD["containers"][0], "resources": {"limits": {resource: 8}}}
    pod = {"hostNetwork": True, "dnsPolicy": "ClusterFirstWithHostNet", "restartPolicy": "Never"}
    template = {"spec": {**pod, "containers": [container]}}
    job = {"completionMode": "Indexed", "parallelism": 4, "completions": 4, "template": template}
    return item("jobset.x-k8s.io/v1alpha2", "JobSet", {"replicatedJobs": [{"name": "a", "template": {"spec": job}}]})


def codes(data: dict[str, Any]) -> set[str]:
    return {problem.code for problem in found(json.dumps(data))}


@pytest.mark.parametrize(
    ("healthy", "wrong", "code"),
    [
        (mpi("mpi-job-config", "v1"), mpi("mpi-job-config", "v1alpha9"), "KUB004"),
        (queue({"conditions": None, "reservingWorkloads": "1"}), queue({"nothing": 1}), "KUB010"),
        (ray("ray-token"), ray("ray-tokens"), "ADM410"),
        (mpi("ssh-auth"), mpi("ssh-auths"), "ADM410"),
        (mpi("mpi-job-config"), mpi("job-config"), "ADM410"),
        (on_host("google.com/tpu"), on_host("nvidia.com/gpu"), "NET105"),
    ],
)
def test_what_is_healthy_is_not_reported(healthy: dict[str, Any], wrong: dict[str, Any], code: str) -> None:
    assert code not in codes(healthy)
    assert "KUB012" not in codes(healthy)
    assert code in codes(wrong)


@pytest.mark.parametrize(
    ("kind", "spec"),
    [
        ("ray.io/v1 RayService", {"rayClusterConfig": ray("ray-logs")["spec"]}),
        ("kubeflow.org/v1 TFJob", {"tfReplicaSpecs": {"Worker": {"template": {"spec": POD}}}}),
        ("kubeflow.org/v1 XGBoostJob", {"xgbReplicaSpecs": {"Master": {"template": {"spec": POD}}}}),
        ("kubeflow.org/v1 PaddleJob", {"paddleReplicaSpecs": {"Worker": {"template": {"spec": POD}}}}),
        ("kubeflow.org/v1 JAXJob", {"jaxReplicaSpecs": {"Worker": {"template": {"spec": POD}}}}),
    ],
)
def test_kinds_have_a_schema(kind: str, spec: dict[str, Any]) -> None:
    version, _, name = kind.partition(" ")
    assert not codes(item(version, name, spec)) & {"KUB004", "KUB006", "KUB010", "KUB011", "KUB012"}
    assert "KUB010" in codes(item(version, name, {**spec, "replicaSpec": {}}))


def test_lists_without_a_kind_are_notes(tmp_path: Path) -> None:
    (tmp_path / "playbook.yaml").write_text("- hosts: all\n  tasks: []\n", encoding="utf-8")
    files = list(inputs([str(tmp_path)]))
    results = check_all_files(read_files(files, SETTINGS), SETTINGS)
    assert {problem.severity for result in results for problem in result.problems} == {"info"}


@pytest.mark.parametrize(
    ("spec", "is_right"),
    [
        ({"podCIDR": "10.0.0.0/24", "podCIDRs": ["10.0.0.0/24", "fd00::/64"]}, True),
        ({"podCIDRs": ["10.0.0.0/24"]}, True),
        ({}, True),
        ({"podCIDR": "10.0.0.0/24", "podCIDRs": ["10.0.1.0/24"]}, True),
        ({"podCIDR": "10.0.0.0", "podCIDRs": ["10.0.1.0/24"]}, False),
        ({"podCIDRs": ["10.0.0.0/24", "10.0.1.0/24"]}, False),
        ({"podCIDRs": ["10.0.0.0/24", "fd00::/64", "fd01::/64"]}, False),
        ({"podCIDR": "10.0.0.0/33"}, False),
    ],
)
def test_ranges_of_pod_addresses(spec: dict[str, Any], is_right: bool) -> None:  # noqa: FBT001 - a column
    assert ("ADM671" in codes(item("v1", "Node", spec))) != is_right


def test_an_ingress_leads_somewhere() -> None:
    backend = {"service": {"name": "a", "port": {"number": 80}}}
    assert "ADM611" in codes(item("networking.k8s.io/v1", "Ingress", {"ingressClassName": "nginx"}))
    assert "ADM611" not in codes(item("networking.k8s.io/v1", "Ingress", {"defaultBackend": backend}))


@pytest.mark.parametrize("kind", ["builtin PrefixTransformer", "v1 Config", "v1 Policy"])
def test_files_of_tools_are_no_objects(kind: str) -> None:
    version, _, name = kind.partition(" ")
    assert not codes({"apiVersion": version, "kind": name, "metadata": {"name": "a"}}) - {"SYN035"}


def test_the_version_of_kubernetes_that_has_a_kind_is_named() -> None:
    group = item("scheduling.k8s.io/v1alpha2", "PodGroup", {"schedulingPolicy": {"gang": {"minCount": 2}}})
    [problem] = [problem for problem in found(json.dumps(group)) if problem.code == "KUB004"]
    assert problem.hint is not None
    assert problem.hint.endswith("for a cluster of Kubernetes 1.36, give `--kubernetes 1.36`")


@pytest.mark.parametrize("names", [["path: api.yaml"], ["api.yaml"], []])
def test_patches_of_a_kustomization_are_no_objects(names: list[str], tmp_path: Path) -> None:
    key = "patchesStrategicMerge" if names == ["api.yaml"] else "patches"
    (tmp_path / "kustomization.yaml").write_text(
        f"{key}: [{{{names[0]}}}]" if ":" in "".join(names) else f"{key}: {names}"
    )
    service = {"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService", "metadata": {"name": "v1.a.example"}}
    (tmp_path / "api.yaml").write_text(json.dumps({**service, "spec": {"insecureSkipTLSVerify": False}}))
    results = check_all_files(read_files(list(inputs([str(tmp_path)])), SETTINGS), SETTINGS)
    assert any(problem.code == "KUB011" for result in results for problem in result.problems) == (not names)


def severities(text: str) -> dict[str, str]:
    return {problem.code: problem.severity for problem in found(text)}


def test_a_repeated_key_is_an_error() -> None:
    """kubectl takes the last value, Kustomize rejects the file: one of the two values is lost in any case."""
    config_map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
    assert severities(config_map + 'data: {a: "1"}\ndata: {a: "2"}\n') == {"SYN009": "error"}
    assert severities(config_map + 'data: {a: "1", a: "1"}\n') == {"SYN009": "error"}
    assert severities(config_map + 'data: {a: "1", b: "1"}\n') == {}


@pytest.mark.parametrize(
    ("variable", "expected"),
    [
        ({"name": "DB_PASSWORD", "value": "Tr0ub4dor-and-3"}, "error"),
        ({"name": "DB_PASSWORD", "valueFrom": {"secretKeyRef": {"name": "db", "key": "password"}}}, None),
        ({"name": "DB_PASSWORD_FILE", "value": "/run/secrets/db"}, None),
    ],
)
def test_a_credential_in_a_manifest_is_an_error(variable: dict[str, Any], expected: str | None) -> None:
    pod = {"containers": [{**POD["containers"][0], "env": [variable]}]}
    assert severities(json.dumps(item("v1", "Pod", pod))).get("SEC101") == expected
