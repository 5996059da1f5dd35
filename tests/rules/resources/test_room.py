"""Rules about room for a run: CPUs, machines, memory, folders that can be written to, the sizes of the smoke test."""

from typing import Any

import pytest
import yaml

from tests.rules.findings import found
from tests.rules.spec_cases import each_case, found_codes

GPUS: dict[str, Any] = {
    "numNodes": 2,
    "command": ["torchrun", "train.py"],
    "resourcesPerNode": {"limits": {"nvidia.com/gpu": 8, "cpu": 90, "memory": "900Gi"}},
}
HOST = "kubernetes.io/hostname"
AFFINITY = "requiredDuringSchedulingIgnoredDuringExecution"


def chosen(**pod: Any) -> dict[str, Any]:
    return {**GPUS, "pod": pod}


def on_hosts(*names: str) -> dict[str, Any]:
    term = {"matchExpressions": [{"key": HOST, "operator": "In", "values": list(names)}]}
    return chosen(affinity={"nodeAffinity": {AFFINITY: {"nodeSelectorTerms": [term]}}})


def near(label: str, key: str = HOST) -> dict[str, Any]:
    selector = {"matchLabels": {"jobset.sigs.k8s.io/jobset-name": label}}
    return chosen(affinity={"podAffinity": {AFFINITY: [{"topologyKey": key, "labelSelector": selector}]}})


def shared(size: str | None = None, *folders: str, memory: str = "900Gi", gpus: int = 8) -> dict[str, Any]:
    volumes = [
        {"name": f"v{index}", "mountPath": f"/v{index}", "emptyDir": {"medium": "Memory", "sizeLimit": folder}}
        for index, folder in enumerate(folders)
    ]
    storage = {"sharedMemory": {"enabled": True, **({"sizeLimit": size} if size else {})}, "volumes": volumes}
    return {**GPUS, "resourcesPerNode": {"limits": {"nvidia.com/gpu": gpus, "memory": memory}}, "storage": storage}


def smoke(**fields: Any) -> dict[str, Any]:
    return {**GPUS, "smokeTest": {"mode": "with", "gateBytes": "1Gi", **fields}}


def read_only(*args: str, mounted: str = "/data", **env: str) -> dict[str, Any]:
    volumes = [{"name": "a", "mountPath": mounted, "emptyDir": {}}]
    return {**GPUS, "container": {"securityContext": {"readOnlyRootFilesystem": True}}, "env": env,
            "command": ["torchrun", "train.py", *args], "storage": {"volumes": volumes}}  # fmt: skip


def fabric(name: str, machine: str) -> dict[str, Any]:
    selected = chosen(nodeSelector={"node.kubernetes.io/instance-type": machine})
    return {**selected, "network": {"fabric": name, "infiniband": {"resource": "rdma/ib"}}}


def volume(**source: Any) -> dict[str, Any]:
    return {**GPUS, "storage": {"volumes": [{"name": "a", "mountPath": "/a", **source}]}}


CASES: dict[str, list[tuple[bool, dict[str, Any]]]] = {
    "RES122": [
        (True, chosen(nodeSelector={HOST: "gpu-1"})),
        (True, on_hosts("gpu-1")),
        (True, near("run")),
        (True, chosen(annotations={"kueue.x-k8s.io/podset-required-topology": HOST})),
        (False, on_hosts("gpu-1", "gpu-2")),
        (False, near("other")),
        (False, near("run", "topology.kubernetes.io/zone")),
        (False, {**chosen(nodeSelector={HOST: "gpu-1"}), "numNodes": 1}),
        (False, {**chosen(nodeSelector={HOST: "a"}), "resourcesPerNode": {"limits": {"nvidia.com/gpu": 4}}}),
    ],
    "STO114": [
        (True, shared("64Mi")),
        (True, shared("512Mi")),
        (True, shared("999M")),
        (False, shared("1G")),
        (False, shared("64Mi", gpus=1)),
        (False, shared()),
    ],
    "STO101": [
        (True, shared("64Gi", memory="32Gi")),
        (True, shared(None, "64Gi", memory="32Gi")),
        (True, shared("20Gi", "20Gi", memory="32Gi")),
        (False, shared("10Gi", "20Gi", memory="32Gi")),
        (False, shared("32Gi", memory="32Gi")),
        (False, shared("64Gi")),
    ],
    "STO115": [
        (True, read_only(HF_HOME="/root/.cache/huggingface")),
        (True, read_only(TRITON_CACHE_DIR="/triton")),
        (True, read_only("--logging_dir=/logs")),
        (True, read_only(TORCH_HOME="/data2")),
        (False, read_only(HF_HOME="/tmp/huggingface")),
        (False, read_only(HF_HOME="/data/huggingface")),
        (False, read_only(HF_HOME="/models", HF_HUB_OFFLINE="1")),
        (False, {**GPUS, "env": {"HF_HOME": "/root/.cache/huggingface"}}),
    ],
    "RES123": [
        (True, smoke(maxBytes="256Mi", minBusbw=100)),
        (True, smoke(gpu="h100")),
        (True, smoke(gpu="NVIDIA-H100-80GB-HBM3")),
        (True, smoke(fabric="infiniband")),
        (False, smoke(maxBytes="256Mi", gateBytes="64Mi")),
        (False, smoke(gpu="H100 NVL")),
        (False, smoke(gpu="L40S")),
        (False, {**smoke(fabric="infiniband"), "network": {"hostNetwork": True}}),
        (False, smoke(fabric="sockets")),
    ],
    "RES115": [
        (True, smoke(minBusbw=3200)),
        (False, smoke(minBusbw=400)),
        (False, {**smoke(minBusbw=3200), "numNodes": 1}),
    ],
    "NET125": [
        (True, fabric("infiniband", "p5.48xlarge")),
        (True, fabric("efa", "a3-megagpu-8g")),
        (True, fabric("roce", "a3-highgpu-8g")),
        (False, fabric("efa", "p5.48xlarge")),
        (False, fabric("infiniband", "BM.GPU.H100.8")),
        (False, fabric("none", "p5.48xlarge")),
    ],
    "SCD124": [
        (True, {**GPUS, "kueue": {"queue": "research"}}),
        (True, {**GPUS, "scheduler": "volcano", "kueue": {"priorityClass": "high"}}),
        (True, {**GPUS, "network": {"infiniband": {"resource": "rdma/ib"}}}),
        (False, {**GPUS, "scheduler": "kueue", "kueue": {"queue": "research"}}),
        (False, {**GPUS, "network": {"fabric": "roce", "roce": {"resource": "rdma/roce"}}}),
        (False, GPUS),
    ],
    "STO116": [
        (True, volume(secret={"secretName": "a", "defaultMode": 400})),
        (True, volume(configMap={"name": "a", "defaultMode": 444})),
        (True, volume(secret={"secretName": "a", "items": [{"key": "b", "path": "c", "mode": 400}]})),
        (False, volume(secret={"secretName": "a", "defaultMode": 256})),
        (False, volume(secret={"secretName": "a", "defaultMode": 420})),
        (False, volume(emptyDir={})),
    ],
    "STO117": [
        (True, volume(nfs={"server": "nfs://10.0.0.1", "path": "/a"})),
        (True, volume(nfs={"server": "10.0.0.1:/a", "path": "/a"})),
        (False, volume(nfs={"server": "10.0.0.1", "path": "/a"})),
        (False, volume(nfs={"server": "files.example", "path": "/a"})),
    ],
    "STO104": [
        (True, {**GPUS, "command": ["torchrun", "train.py", "--output_dir=s3:/bucket/run"]}),
        (False, {**GPUS, "command": ["torchrun", "train.py", "--output_dir=s3://bucket/run"]}),
    ],
    "NET102": [
        (True, {**GPUS, "env": {"GLOO_SOCKET_IFNAME": "eth*"}}),
        (False, {**GPUS, "env": {"GLOO_SOCKET_IFNAME": "eth0"}}),
    ],
    "ENV103": [
        (True, {**GPUS, "env": {"NCCL_IB_HCA": "eth0"}}),
        (True, {**GPUS, "env": {"NCCL_IB_HCA": "=ib0,ib1"}}),
        (True, {**GPUS, "env": {"CUBLAS_WORKSPACE_CONFIG": ":16:8:"}}),
        (False, {**GPUS, "env": {"NCCL_IB_HCA": "=mlx5_0:1,mlx5_bond_0,ibp12s0,rocep1s0"}}),
        (False, {**GPUS, "env": {"CUBLAS_WORKSPACE_CONFIG": ":4096:2:16:8"}}),
    ],
    "NET124": [
        (True, {**GPUS, "network": {"interface": "ens5"}}),
        (True, {**GPUS, "network": {"interface": "=bond0"}}),
        (True, {**GPUS, "network": {"interface": "ib0"}}),
        (False, {**GPUS, "network": {"interface": "eth0"}}),
        (False, {**GPUS, "network": {"interface": "ens5", "hostNetwork": True}}),
        (False, {**chosen(annotations={"k8s.v1.cni.cncf.io/networks": "rdma"}), "network": {"interface": "ib0"}}),
    ],
    "SCD123": [
        (True, chosen(labels={"kueue.x-k8s.io/queue-name": "research"})),
        (True, chosen(annotations={"kueue.x-k8s.io/queue-name": "research"})),
        (True, chosen(labels={"kueue.x-k8s.io/priority-class": "high"})),
        (False, chosen(labels={"team": "research"})),
        (False, {**GPUS, "scheduler": "kueue", "kueue": {"queue": "research"}}),
        (False, chosen(annotations={"kueue.x-k8s.io/podset-preferred-topology": "rack"})),
    ],
}


@each_case(CASES)
def test_specs(code: str, values: dict[str, Any], *, is_found: bool) -> None:
    assert (code in found_codes(values)) is is_found


@pytest.mark.parametrize(
    ("limits", "severity"),
    [
        ({"nvidia.com/gpu": 8, "cpu": "90Gi"}, "error"),
        ({"cpu": 900000}, "error"),
        ({"cpu": "90M"}, "error"),
        ({"nvidia.com/gpu": 8, "cpu": 1}, "warning"),
        ({"nvidia.com/gpu": 8, "cpu": "900m"}, "warning"),
        ({"nvidia.com/gpu": 8, "cpu": 8}, None),
        ({"nvidia.com/gpu": 8, "cpu": "90"}, None),
        ({"cpu": "90"}, None),
    ],
)
def test_cpus(limits: dict[str, Any], severity: str | None) -> None:
    container = {"name": "main", "image": "registry.example/train:1", "resources": {"limits": limits}}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "run"}, "spec": {"containers": [container]}}
    problems = [one.severity.value for one in found(yaml.safe_dump(pod)) if one.code == "RES121"]
    assert problems == ([severity] if severity else [])


@pytest.mark.parametrize(("count", "is_found"), [(32, True), (17, True), (16, False), (8, False)])
def test_gpus(count: int, *, is_found: bool) -> None:
    container = {"name": "main", "image": "a:1", "resources": {"limits": {"nvidia.com/gpu": count}}}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "run"}, "spec": {"containers": [container]}}
    assert any(one.code == "RES124" for one in found(yaml.safe_dump(pod))) is is_found
