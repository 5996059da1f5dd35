"""Rules about machines, GPUs and images: in manifests, in specs with a selector, and with `network.machineType`."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import render.rules.resources
from render.engine import Chart
from render.kube.hardware import gpu_in, gpus, machines
from render.problem import Problem
from render.programs.run import Run
from render.rules.resources._images import image_facts
from render.rules.runner import check_spec
from tests.rules.findings import found

INSTANCE = "node.kubernetes.io/instance-type"
ACCELERATOR = "cloud.google.com/gke-accelerator"
OWN = "registry.example/train:1"
TORCH = "pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime"
OLD = "pytorch/pytorch:1.13.1-cuda11.6-cudnn8-runtime"
CODES = ("RES101", "RES102", "RES103", "RES104", "RES105", "RES106", "RES107", "RES108", "RES114", "RES115")


def spec(limits: dict[str, Any], labels: dict[str, str], image: str = OWN, **values: Any) -> dict[str, Any]:
    head = {"apiVersion": "render/v1alpha1", "kind": "TrainingJob", "name": "run", "image": image, "numNodes": 2}
    return {**head, "resourcesPerNode": {"limits": limits}, **values, "pod": {"nodeSelector": labels}}


def pod(limits: dict[str, Any], labels: dict[str, str], image: str = OWN) -> dict[str, Any]:
    container = {"name": "main", "image": image, "resources": {"limits": limits}}
    head = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "run"}}
    return {**head, "spec": {"nodeSelector": labels, "containers": [container]}}


def problems(data: dict[str, Any]) -> list[Problem]:
    return [one for one in found(yaml.safe_dump(data, sort_keys=False)) if one.code in CODES]


def codes(limits: dict[str, Any], labels: dict[str, str], image: str = OWN) -> list[str]:
    """Return the codes for a Pod; a spec has the same ones."""
    own, specs = (sorted({one.code for one in problems(make(limits, labels, image))}) for make in (pod, spec))
    assert own == specs
    return own


def gpu(count: int = 8, **more: Any) -> dict[str, Any]:
    return {"nvidia.com/gpu": count, **{name.replace("_", "-"): size for name, size in more.items()}}


@pytest.mark.parametrize(
    ("limits", "machine", "expected"),
    [
        (gpu(8), "a4x-highgpu-4g", ["RES102"]),
        (gpu(8), "Standard_ND128isr_NDR_GB200_v6", ["RES102"]),
        (gpu(8), "g5.12xlarge", ["RES102"]),
        (gpu(8, memory="2Ti"), "p5.48xlarge", ["RES102"]),
        (gpu(8, memory="2100G"), "a3-highgpu-8g", ["RES102"]),
        (gpu(8, memory="1869Gi", **{"hugepages-2Mi": "3Gi"}), "a3-megagpu-8g", ["RES102"]),
        (gpu(8, cpu=192), "p5.48xlarge", ["RES102"]),
        (gpu(8, cpu=256), "p5.48xlarge", ["RES102"]),
        ({**gpu(8), "vpc.amazonaws.com/efa": 32}, "p5en.48xlarge", ["RES102"]),
        ({**gpu(1), "vpc.amazonaws.com/efa": 1}, "g5.xlarge", ["RES102"]),
        (gpu(8), "trn1.32xlarge", ["RES102"]),
        ({"aws.amazon.com/neuron": 16}, "p5.48xlarge", ["RES102"]),
        (gpu(4), "a4x-highgpu-4g", []),
        (gpu(8, cpu=190, memory="1800Gi"), "p5.48xlarge", []),
        ({**gpu(8), "vpc.amazonaws.com/efa": 32}, "p5.48xlarge", []),
        ({"aws.amazon.com/neuron": 16}, "trn1.32xlarge", []),
        ({"nvidia.com/mig-1g.10gb": 14}, "p5.4xlarge", []),
        (gpu(8), "p5.48x.large", ["RES101"]),
        (gpu(8), "p5.24xlarge", ["RES101"]),
        (gpu(8), "p4d.24large", ["RES101"]),
        (gpu(8), "a3-megagpu-8", ["RES101"]),
        (gpu(8), "a2-ultragpu-16g", ["RES101"]),
        (gpu(8), "standard_nd96isr_h100_v5", ["RES101"]),
        (gpu(8), "Standard_ND96isr_H100_v4", ["RES101"]),
        (gpu(8), "BM.GPU.H100-8", ["RES101"]),
        (gpu(8), "m7i.24xlarge", []),
        (gpu(8), "p7.48xlarge", []),
        (gpu(8), "n2-standard-8", []),
        (gpu(8), "Standard_D16ds_v5", []),
        (gpu(8), "dgx-h100", []),
    ],
)
def test_machines(limits: dict[str, Any], machine: str, expected: list[str]) -> None:
    assert codes(limits, {INSTANCE: machine}) == expected


@pytest.mark.parametrize(
    ("labels", "count", "expected"),
    [
        ({ACCELERATOR: "nvidia-gb200"}, 8, ["RES102"]),
        ({"nvidia.com/gpu.product": "NVIDIA-GB300"}, 8, ["RES102"]),
        ({ACCELERATOR: "nvidia-h100-80g"}, 8, ["RES101"]),
        ({ACCELERATOR: "nvidia-h100"}, 8, ["RES101"]),
        ({ACCELERATOR: "nvidia-tesla-l4"}, 1, ["RES101"]),
        ({"nvidia.com/gpu.product": "H100"}, 8, ["RES101"]),
        ({"nvidia.com/gpu.product": "A100"}, 8, ["RES101"]),
        ({"nvidia.com/gpu.product": "nvidia-h100-80gb"}, 8, ["RES101"]),
        ({INSTANCE: "p5.48xlarge", "nvidia.com/gpu.product": "NVIDIA-A100-SXM4-80GB"}, 8, ["RES114"]),
        ({INSTANCE: "a4x-highgpu-4g", "kubernetes.io/arch": "amd64"}, 4, ["RES114"]),
        ({INSTANCE: "a3-megagpu-8g", ACCELERATOR: "nvidia-h100-80gb"}, 8, []),
        ({INSTANCE: "g5g.xlarge", "kubernetes.io/arch": "arm64"}, 1, []),
        ({"nvidia.com/gpu.product": "A100-SXM4-40GB"}, 8, []),
        ({ACCELERATOR: "nvidia-h100-mega-80gb"}, 8, []),
        ({ACCELERATOR: "tpu-v6e-slice"}, 8, []),
        ({"nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3"}, 8, []),
        ({"nvidia.com/gpu.present": "true"}, 16, []),
    ],
)
def test_models(labels: dict[str, str], count: int, expected: list[str]) -> None:
    assert codes(gpu(count), labels) == expected


@pytest.mark.parametrize(
    ("image", "product", "severity"),
    [
        (OLD, "NVIDIA-H100-80GB-HBM3", "error"),
        ("nvcr.io/nvidia/pytorch:22.08-py3", "NVIDIA-H100-80GB-HBM3", "error"),
        ("nvcr.io/nvidia/pytorch:24.12-py3", "NVIDIA-B200", "error"),
        ("docker.io/pytorch/pytorch:2.5.1-cuda12.4-cudnn9-devel", "NVIDIA-GB200", "error"),
        ("registry.example/mirror/pytorch:1.10.0-cuda11.3", "NVIDIA-H100-NVL", "error"),
        ("pytorch/pytorch:2.9.0-cuda13.0-cudnn9-runtime", "Tesla-V100-SXM2-16GB", "error"),
        ("pytorch/pytorch:1.4-cuda10.1-cudnn7-runtime", "NVIDIA-A100-SXM4-80GB", "error"),
        ("nvidia/cuda:11.7.1-cudnn8-devel-ubuntu22.04", "NVIDIA-H100-80GB-HBM3", "warning"),
        ("registry.example/train:1.4-cu116", "NVIDIA-H100-80GB-HBM3", "warning"),
        ("pytorch/pytorch:1.13.1-cuda11.6-cudnn8-runtime", "NVIDIA-L4", "warning"),
        ("tensorflow/tensorflow:2.11.0-gpu", "NVIDIA-H200", "error"),
        (TORCH, "NVIDIA-H100-80GB-HBM3", None),
        (TORCH, "NVIDIA-B200", None),
        (OLD, "NVIDIA-A100-SXM4-40GB", None),
        ("nvcr.io/nvidia/pytorch:22.09-py3", "NVIDIA-H100-80GB-HBM3", None),
        ("registry.example/train:1.16", "NVIDIA-H100-80GB-HBM3", None),
        ("registry.example/focus:116", "NVIDIA-B200", None),
        (OLD, "AMD-Instinct-MI300X", None),
    ],
)
def test_cuda(image: str, product: str, severity: str | None) -> None:
    labels = {"nvidia.com/gpu.product": product}
    [own, in_spec] = [problems(make(gpu(4), labels, image)) for make in (pod, spec)]
    assert [one.code for one in own] == [one.code for one in in_spec] == (["RES104"] if severity else [])
    assert {one.severity.value for one in (*own, *in_spec)} == ({severity} if severity else set())


def test_the_machine_of_the_network() -> None:
    network = {"fabric": "efa", "machineType": "p6-b200.48xlarge"}
    data = {**spec(gpu(8, memory="2Ti"), {}, "nvcr.io/nvidia/pytorch:24.12-py3"), "network": network}
    assert sorted(one.code for one in problems(data)) == ["RES103", "RES105"]
    data = {**spec(gpu(8, cpu=180, memory="1900Gi"), {}, "nvcr.io/nvidia/pytorch:25.01-py3"), "network": network}
    assert problems(data) == []


@pytest.mark.parametrize(
    ("smoke", "expected"),
    [
        ({"mode": "with", "minBusbw": 3200}, ["RES115"]),
        ({"mode": "with", "minBusbw": 801}, ["RES115"]),
        ({"mode": "with", "minBusbw": 330, "nodeBandwidth": 3200}, ["RES115"]),
        ({"mode": "with", "minBusbw": 330, "nodeBandwidth": 400}, []),
        ({"mode": "none", "minBusbw": 3200}, []),
    ],
)
def test_floors(smoke: dict[str, Any], expected: list[str]) -> None:
    values = {"network": {"machineType": "p5.48xlarge"}, "smokeTest": smoke, "numNodes": 4}
    run = Run({"launcher": "torchrun", "numProcPerNode": "auto", **values}, "run")
    assert [finding.rule.code for finding in check_spec(run) if finding.rule.code in CODES] == expected


@pytest.mark.parametrize(
    ("labels", "image", "expected"),
    [
        ({INSTANCE: "a4x-highgpu-4g"}, TORCH, ["RES106"]),
        ({"kubernetes.io/arch": "arm64"}, TORCH, ["RES106"]),
        ({INSTANCE: "gb200-4x"}, "deepspeed/deepspeed:latest_torch113", ["RES106"]),
        ({"kubernetes.io/arch": "arm64"}, "rayproject/ray:2.49.0-py312-gpu", ["RES106"]),
        ({"kubernetes.io/arch": "arm64"}, "rayproject/ray:2.49.0-py312-gpu-aarch64", []),
        ({"kubernetes.io/arch": "arm64"}, "nvcr.io/nvidia/pytorch:25.06-py3", []),
        ({"kubernetes.io/arch": "arm64"}, "registry.example/train:1.2_amd64", ["RES106"]),
        ({INSTANCE: "p5.48xlarge"}, "registry.example/train:1.2-arm64", ["RES106"]),
        ({INSTANCE: "p5.48xlarge"}, "registry.example/train:1.2-amd64", []),
        ({}, "registry.example/train:1.2-arm64", []),
        ({INSTANCE: "p5.48xlarge"}, "registry.example/train:charm64", []),
        ({"kubernetes.io/arch": "amd64"}, TORCH, []),
        ({INSTANCE: "p5.48xlarge"}, TORCH, []),
    ],
)
def test_architecture(labels: dict[str, str], image: str, expected: list[str]) -> None:
    assert codes(gpu(4), labels, image) == expected


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        (TORCH, ["RES107"]),
        ("nvidia/cuda:12.8.0-devel-ubuntu24.04", ["RES107"]),
        ("docker.io/huggingface/transformers-pytorch-gpu:4.41.2", ["RES107"]),
        ("763104351884.dkr.ecr.us-east-1.amazonaws.com/pytorch-training:2.6.0-gpu-py312-cu126-ubuntu22.04-ec2", []),
        ("registry.example/pytorch/pytorch:2", []),
        (OWN, []),
    ],
)
def test_efa(image: str, expected: list[str]) -> None:
    assert codes({**gpu(8), "vpc.amazonaws.com/efa": 4}, {"a": "b"}, image) == expected


@pytest.mark.parametrize(
    "name",
    [
        *("nvidia.com/gpus", "nvidia.com/GPU", "nvidia.com/h100", "nvidia.com/a100-80gb", "nvidia/gpu"),
        *("gpu/nvidia.com", "nvidia.com.gpu/gpu", "amd.com/gpus", "amd.com/mi300x", "habana.ai/gaudi2", "k8s.io/gpu"),
        *("aws.amazon.com/neurons", "aws.amazon.com/efa", "nvidia.com/mig-1g10gb", "google.com/tpus"),
    ],
)
def test_wrong_names(name: str) -> None:
    assert "RES108" in {one.code for one in problems(pod({name: 1}, {}))}


@pytest.mark.parametrize(
    "name",
    [
        *("nvidia.com/gpu", "nvidia.com/gpu.shared", "nvidia.com/mig-1g.10gb", "nvidia.com/mig-3g.40gb.shared"),
        *(
            "nvidia.com/rdma-vf",
            "nvidia.com/hostdev",
            "nvidia.com/GRID_T4-4Q",
            "nvidia.com/A100-10C",
            "nvidia.com/pgpu",
        ),
        *("nvidia.com/gpumem", "nvidia.com/gpucores", "volcano.sh/vgpu-number", "amd.com/gpu", "gpu.intel.com/i915"),
        *("habana.ai/gaudi", "aws.amazon.com/neuron", "aws.amazon.com/neuroncore", "google.com/tpu", "rdma/hca"),
        *("vpc.amazonaws.com/efa", "example.com/gpu", "huawei.com/Ascend910", "xilinx.com/fpga", "cpu", "memory"),
    ],
)
def test_right_names(name: str) -> None:
    assert problems(pod({name: 1}, {})) == []


def test_affinity() -> None:
    data = pod(gpu(8), {})
    expression = {"key": INSTANCE, "operator": "In", "values": ["g5.xlarge", "g5.12xlarge"]}
    terms = {"nodeSelectorTerms": [{"matchExpressions": [expression]}]}
    data["spec"]["affinity"] = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}
    assert [one.code for one in problems(data)] == ["RES102"]
    expression["values"] = ["g5.xlarge", "g5.48xlarge"]
    assert problems(data) == []
    expression["values"] = ["g5.xlarge", "g5.48xlarg"]
    assert [one.code for one in problems(data)] == ["RES101"]
    terms["nodeSelectorTerms"].append({"matchExpressions": [{"key": "pool", "operator": "Exists"}]})
    assert problems(data) == []


def test_a_message_names_the_machine_and_both_numbers() -> None:
    data = pod(gpu(8, memory="2Ti"), {INSTANCE: "p5.48xlarge"})
    [problem] = problems(data)
    assert "2048 GiB of p5.48xlarge" in problem.message
    assert (problem.pointer or "").endswith("/resources/limits/memory")


def test_machines_have_sources() -> None:
    rows = json.loads((Chart.bundled().path / "files" / "machines.json").read_bytes())
    assert [name for name, row in rows.items() if not row["hardware"].startswith("https://")] == []
    other = {"Trainium", "Trainium2", "Gaudi", "MI300X"}
    assert {machine.gpu for machine in machines().values()} - other <= set(gpus())


@pytest.mark.parametrize("name", ["Tesla-V100-SXM2-16GB", "NVIDIA-L40S", "H100_NVLINK_80GB", "nvidia-rtx-pro-6000"])
def test_models_by_label(name: str) -> None:
    gpu = gpu_in(name)
    assert gpu is not None
    assert gpu.name.replace(" ", "-").lower() in name.lower()


def test_no_model_in_other_labels() -> None:
    assert [gpu_in(text) for text in ("true", "gpu", "NVIDIA", "AMD-Instinct-MI300X", "t4g-nano-pool-x")][:4] == [
        None
    ] * 4


def test_images_have_sources_and_parse() -> None:
    file = Path(render.rules.resources.__path__[0], "images.json")
    rows = json.loads(file.read_bytes())["images"]
    assert all(re.match("https://", source) for row in rows for source in row["sources"])
    assert image_facts("nvcr.io/nvidia/pytorch:25.06-py3").cuda == "12.9"
    assert image_facts("nvcr.io/nvidia/pytorch@sha256:0").cuda is None
    assert image_facts("localhost:5000/pytorch:2.1-cuda12.1").cuda == "12.1"
    assert image_facts("nvidia/cuda:12.4.1-base-ubuntu22.04").cuda == "12.4"
    assert image_facts("rayproject/ray:2.9.0-py310-cu118").cuda == "11.8"
