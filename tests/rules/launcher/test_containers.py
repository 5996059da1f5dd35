"""Rules about fields of the program's container, of its pod, and of the nodes that it asks for."""

from typing import Any

import pytest
import yaml

from tests.rules.findings import found
from tests.rules.spec_cases import each_case, found_codes

TWO: dict[str, Any] = {"numNodes": 2, "command": ["torchrun", "train.py"]}
SPOT: dict[str, Any] = {"pod": {"nodeSelector": {"karpenter.sh/capacity-type": "spot"}}}


def probe(kind: str, **fields: Any) -> dict[str, Any]:
    return {**TWO, "container": {kind: fields}}


def hook(command: list[str], grace: int | None = None) -> dict[str, Any]:
    pod = {} if grace is None else {"terminationGracePeriodSeconds": grace}
    return {**TWO, "container": {"lifecycle": {"preStop": {"exec": {"command": command}}}}, "pod": pod}


def volume(path: str, **source: Any) -> dict[str, Any]:
    return {**TWO, "storage": {"volumes": [{"name": "a", "mountPath": path, **(source or {"emptyDir": {}})}]}}


CASES: dict[str, list[tuple[bool, dict[str, Any]]]] = {
    "RUN211": [
        (True, probe("livenessProbe", tcpSocket={"port": 29500}, initialDelaySeconds=3600)),
        (True, probe("startupProbe", tcpSocket={"port": 29500}, failureThreshold=360)),
        (True, probe("livenessProbe", exec={"command": ["true"]})),
        (True, probe("livenessProbe", httpGet={"port": 8080}, periodSeconds=60)),
        (False, probe("livenessProbe", exec={"command": ["true"]}, initialDelaySeconds=1800)),
        (False, probe("livenessProbe", exec={"command": ["true"]}, periodSeconds=60, failureThreshold=10)),
        (False, probe("readinessProbe", tcpSocket={"port": 29500})),
        (False, {**probe("livenessProbe", tcpSocket={"port": 29500}, initialDelaySeconds=3600), "numNodes": 1}),
    ],
    "RUN212": [
        (True, hook(["sleep", "60"])),
        (True, hook(["sh", "-c", "kill -USR1 1; sleep 2m"], 120)),
        (True, {**TWO, "container": {"lifecycle": {"preStop": {"sleep": {"seconds": 25}}}}}),
        (True, {**TWO, "pod": {"terminationGracePeriodSeconds": 0}}),
        (False, hook(["sleep", "5"])),
        (False, hook(["sleep", "60"], 300)),
        (False, hook(["sh", "-c", "kill -USR1 1"])),
        (False, TWO),
    ],
    "RUN213": [
        (True, {**TWO, **SPOT, "failurePolicy": {"onPreemption": "fail"}}),
        (True, {**TWO, **SPOT, "failurePolicy": {"maxRestarts": 0}}),
        (True, {**TWO, "pod": {"nodeSelector": {"cloud.google.com/gke-spot": "true"}},
                "failurePolicy": {"onPreemption": "fail"}}),
        (False, {**TWO, **SPOT, "failurePolicy": {"onPreemption": "restart", "maxRestarts": 3}}),
        (False, {**TWO, "failurePolicy": {"onPreemption": "fail"}}),
        (False, {**TWO, **SPOT}),
    ],
    "SEC107": [
        (True, volume("/host", hostPath={"path": "/"})),
        (True, volume("/x", hostPath={"path": "/var/run/docker.sock"})),
        (True, volume("/x", hostPath={"path": "/var/lib/kubelet/pods"})),
        (False, volume("/x", hostPath={"path": "/mnt/nvme"})),
        (False, volume("/x", hostPath={"path": "/var/lib/data"})),
        (False, volume("/etc2")),
    ],
    "STO109": [
        (True, volume("/")),
        (True, volume("/usr")),
        (True, {**volume("/code"), "workingDir": "/code"}),
        (False, volume("/code")),
        (False, {**volume("/code", configMap={"name": "code"}), "workingDir": "/code"}),
        (False, {**volume("/code"), "workingDir": "/code", "pod": {"initContainers": [{"name": "git"}]}}),
    ],
}  # fmt: skip


@each_case(CASES)
def test_specs(code: str, values: dict[str, Any], *, is_found: bool) -> None:
    assert (code in found_codes(values)) is is_found


def pod(spec: dict[str, Any], container: dict[str, Any], **shared: Any) -> str:
    data = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "run"}}
    main = {"name": "main", "image": "registry.example/train:1", **container}
    return yaml.safe_dump({**data, "spec": {**spec, **shared, "containers": [main]}})


OF_PODS: list[tuple[str, bool, dict[str, Any], dict[str, Any]]] = [
    ("SEC105", True, {"securityContext": {"runAsNonRoot": True, "runAsUser": 0}}, {}),
    ("SEC105", True, {"securityContext": {"runAsNonRoot": True}}, {"securityContext": {"runAsUser": 0}}),
    (
        "SEC105",
        False,
        {"securityContext": {"runAsNonRoot": True, "runAsUser": 0}},
        {"securityContext": {"runAsUser": 7}},
    ),
    (
        "SEC105",
        False,
        {"securityContext": {"runAsNonRoot": True}},
        {"securityContext": {"runAsNonRoot": False, "runAsUser": 0}},
    ),
    ("SEC106", True, {}, {"securityContext": {"capabilities": {"add": ["CAP_IPC_LOCK"]}}}),
    ("SEC106", True, {}, {"securityContext": {"capabilities": {"drop": ["cap_net_raw"]}}}),
    ("SEC106", False, {}, {"securityContext": {"capabilities": {"add": ["IPC_LOCK"], "drop": ["ALL"]}}}),
    ("NET123", True, {}, {"livenessProbe": {"httpGet": {"port": "metrics"}}}),
    (
        "NET123",
        True,
        {},
        {"readinessProbe": {"tcpSocket": {"port": "a"}}, "ports": [{"name": "b", "containerPort": 1}]},
    ),
    (
        "NET123",
        False,
        {},
        {"readinessProbe": {"tcpSocket": {"port": "a"}}, "ports": [{"name": "a", "containerPort": 1}]},
    ),
    ("NET123", False, {}, {"readinessProbe": {"tcpSocket": {"port": 9090}}}),
    ("RES118", True, {"nodeSelector": {"kubernetes.io/arch": "x86_64"}}, {}),
    ("RES118", True, {"nodeSelector": {"cloud.google.com/gke-accelerators": "nvidia-l4"}}, {}),
    ("RES118", True, {"nodeSelector": {"eks.amazonaws.com/capacityType": "spot"}}, {}),
    ("RES118", True, {"tolerations": [{"key": "nvidia.com/gpus", "operator": "Exists"}]}, {}),
    (
        "RES118",
        True,
        {
            "topologySpreadConstraints": [
                {"topologyKey": "hostname", "maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule"}
            ]
        },
        {},
    ),
    ("RES118", False, {"nodeSelector": {"kubernetes.io/arch": "arm64", "team.example/pool": "x"}}, {}),
    ("RES118", False, {"nodeSelector": {"nvidia.com/gpu": "H100", "cloud.google.com/machine-family": "a3"}}, {}),
    ("RES118", False, {"tolerations": [{"operator": "Exists"}, {"key": "dedicated", "operator": "Exists"}]}, {}),
    ("RES119", True, {}, {"image": "rocm/pytorch:rocm6.4_py3", "resources": {"limits": {"nvidia.com/gpu": 8}}}),
    ("RES119", True, {}, {"image": "tensorflow/tensorflow:2.15.0", "resources": {"limits": {"nvidia.com/gpu": 1}}}),
    (
        "RES119",
        True,
        {},
        {"image": "pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime", "resources": {"limits": {"amd.com/gpu": 8}}},
    ),
    ("RES119", False, {}, {"image": "rocm/pytorch:rocm6.4_py3", "resources": {"limits": {"amd.com/gpu": 8}}}),
    (
        "RES119",
        False,
        {},
        {"image": "tensorflow/tensorflow:2.15.0-gpu", "resources": {"limits": {"nvidia.com/gpu": 1}}},
    ),
    ("RES119", False, {}, {"image": "tensorflow/tensorflow:2.15.0", "resources": {"limits": {"cpu": 1}}}),
    ("RES120", True, {}, {"image": "pytorch/pytorch:2.7.1"}),
    ("RES120", True, {}, {"image": "nvcr.io/nvidia/pytorch:24.03"}),
    ("RES120", True, {}, {"image": "nvidia/cuda:12.4.1-runtime"}),
    ("RES120", False, {}, {"image": "nvcr.io/nvidia/pytorch:24.03-py3-igpu"}),
    ("RES120", False, {}, {"image": "nvidia/cuda:12.4.1-cudnn-devel-rockylinux9"}),
    ("RES120", False, {}, {"image": "pytorch/pytorch"}),
]


@pytest.mark.parametrize(("code", "is_found", "spec", "container"), OF_PODS)
def test_pods(code: str, spec: dict[str, Any], container: dict[str, Any], *, is_found: bool) -> None:
    assert (code in {one.code for one in found(pod(spec, container))}) is is_found
