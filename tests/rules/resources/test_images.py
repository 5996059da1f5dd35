"""Rules about names of images and programs in them, and slices of GPUs."""

from typing import Any

import pytest
import yaml

from render.problem import Severity
from tests.rules.findings import found

DIGEST = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


def codes(image: str, limits: dict[str, Any] | None = None, **container: Any) -> set[str]:
    """Return the codes for a Pod; a spec has the same ones."""
    main = {"name": "main", "image": image, "resources": {"limits": limits or {}}, **container}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "run"}, "spec": {"containers": [main]}}
    spec = {"apiVersion": "render/v1alpha1", "kind": "TrainingJob", "name": "run", "image": image, **container}
    spec["resourcesPerNode"] = {"limits": limits or {}}
    some = [{one.code for one in found(yaml.safe_dump(data)) if one.code in ("RES111", "RES112", "RES113")}
            for data in (pod, spec)]  # fmt: skip
    assert some[0] == some[1]
    return some[0]


@pytest.mark.parametrize(
    "image",
    [
        *(
            "registry.example/SFT:1",
            "https://registry.example/sft:1",
            "registry.example/sft:",
        ),
        *("registry.example/sft@sha256:abc", "registry.example//sft:1", "registry.example/sft:1:2"),
        *(f"registry.example/sft@{DIGEST[:-1]}", "<your-registry>/sft:1", "registry.example/<NAME>:1"),
    ],
)
def test_invalid_names(image: str) -> None:
    assert codes(image) == {"RES111"}


@pytest.mark.parametrize(
    "image",
    [
        *(
            "train",
            "registry.example:5000/team/sft_x.y--z:V1.4-RC",
            f"registry.example/sft@{DIGEST}",
            "REGISTRY.example/a:1",
        ),
        *(f"localhost/a:1@{DIGEST}", "[2001:db8::1]:5000/a:1", "registry.example/$(IMAGE):1"),
    ],
)
def test_valid_names(image: str) -> None:
    assert codes(image) == set()


@pytest.mark.parametrize(
    ("image", "command"),
    [
        ("nvidia/cuda:12.8.0-runtime-ubuntu24.04", ["torchrun", "train.py"]),
        ("docker.io/nvidia/cuda:12.8.0-runtime-ubuntu24.04", ["bash", "-c", "cd /code && exec python3 train.py"]),
        ("python:3.12", ["torchrun", "train.py"]),
        ("pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime", ["accelerate", "launch", "train.py"]),
        ("pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime", ["env", "A=b", "deepspeed", "train.py"]),
        ("ubuntu:24.04", ["python", "train.py"]),
    ],
)
def test_programs_that_are_not_there(image: str, command: list[str]) -> None:
    assert codes(image, command=command) == {"RES112"}


@pytest.mark.parametrize(
    ("image", "command"),
    [
        ("pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime", ["torchrun", "train.py"]),
        (
            "pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime",
            ["bash", "-c", "apt-get install accelerate && accelerate launch t.py"],
        ),
        ("nvidia/cuda:12.8.0-runtime-ubuntu24.04", ["/opt/venv/bin/torchrun", "train.py"]),
        ("nvidia/cuda:12.8.0-runtime-ubuntu24.04", ["bash", "-c", ". /opt/venv/bin/activate; torchrun train.py"]),
        ("python:3.12", ["python", "train.py"]),
        ("registry.example/nvidia/cuda:12", ["torchrun", "train.py"]),
        ("nvcr.io/nvidia/pytorch:25.06-py3", ["deepspeed", "train.py"]),
    ],
)
def test_programs_that_may_be_there(image: str, command: list[str]) -> None:
    assert codes(image, command=command) == set()


@pytest.mark.parametrize(
    ("name", "count", "expected"),
    [
        ("nvidia.com/mig-1g.10gb", 4, {"RES113"}),
        ("nvidia.com/mig-3g.40gb", 2, {"RES113"}),
        ("nvidia.com/gpu.shared", 2, {"RES113"}),
        ("nvidia.com/mig-1g.10gb", 1, set()),
        ("nvidia.com/gpu.shared", 1, set()),
        ("nvidia.com/gpu", 8, set()),
    ],
)
def test_slices(name: str, count: int, expected: set[str]) -> None:
    assert codes("registry.example/a:1", {name: count}) == expected


@pytest.mark.parametrize(
    ("image", "context", "is_found"),
    [
        ("nvcr.io/nvidia/pytorch:25.06-py3", {"runAsNonRoot": True}, True),
        ("pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime", {"runAsNonRoot": True}, True),
        ("nvidia/cuda:12.8.0-runtime-ubuntu24.04", {"runAsNonRoot": True, "runAsGroup": 5}, True),
        ("pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime", {"runAsNonRoot": True, "runAsUser": 1000}, False),
        ("pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime", {"runAsNonRoot": False}, False),
        ("registry.example/train:1", {"runAsNonRoot": True}, False),
        ("rayproject/ray:2.49.0-py312-gpu", {"runAsNonRoot": True}, False),
    ],
)
def test_users_of_images(image: str, context: dict[str, Any], *, is_found: bool) -> None:
    container = {"name": "a", "image": image, "securityContext": context}
    shared = {"containers": [{"name": "a", "image": image}], "securityContext": context}
    for pod in ({"containers": [container]}, shared):
        text = yaml.safe_dump({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": pod})
        severities = [one.severity for one in found(text) if one.code == "RES129"]
        assert severities == ([Severity.WARNING] if is_found else [])
