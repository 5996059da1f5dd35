"""Rules about amounts: sizes without a unit, thousandths of a CPU, processes without GPUs."""

from typing import Any

import pytest
import yaml

from render.programs.run import Run
from render.rules.runner import check_spec
from tests.rules.findings import found

GPU = "nvidia.com/gpu"


def memory(limits: dict[str, Any], requests: dict[str, Any] | None = None) -> list[tuple[str, int]]:
    """Return the severity and line of each finding for a spec whose third to last line has the limits."""
    resources = {"requests": requests or {}, "limits": limits}
    text = "apiVersion: render/v1alpha1\nkind: TrainingJob\nname: run\nimage: registry.example/train:1\n"
    text += "resourcesPerNode:\n" + "".join(
        f"  {side}:\n" + "".join(f"    {name}: {value}\n" for name, value in resources[side].items())
        for side in ("limits", "requests")
        if resources[side]
    )
    return [(one.severity.value, one.line or 0) for one in found(text) if one.code == "RES109"]


@pytest.mark.parametrize("quantity", ["512m", "64", "900", '"100k"', "512000m", "4Ki"])
def test_tiny(quantity: str) -> None:
    assert memory({GPU: 8, "memory": quantity}) == [("error", 8)]


@pytest.mark.parametrize("quantity", ["4Gi", "900Gi", "64G", "8e9", "68719476736"])
def test_not_tiny(quantity: str) -> None:
    assert memory({GPU: 8, "memory": quantity}) == []


@pytest.mark.parametrize("quantity", ["512Mi", "1e9", "4095Mi"])
def test_little_for_the_processes_of_gpus(quantity: str) -> None:
    assert memory({GPU: 8, "memory": quantity}) == [("warning", 8)]
    assert memory({"cpu": 8, "memory": quantity}) == []


def test_a_tiny_request_is_a_warning() -> None:
    assert memory({GPU: 8}, {"memory": 64}) == [("warning", 9)]


def test_ephemeral_storage() -> None:
    assert memory({GPU: 8, "ephemeral-storage": 100}) == [("error", 8)]


def test_thousandths_of_a_cpu() -> None:
    assert memory({GPU: 8, "cpu": "90m"}) == [("warning", 8)]
    assert memory({GPU: 8, "cpu": "900m"}) == []
    assert memory({"cpu": "90m"}) == []


def test_volumes_in_memory() -> None:
    container = {"name": "main", "image": "train:1"}
    volume = {"name": "shm", "emptyDir": {"medium": "Memory", "sizeLimit": "16m"}}
    head = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "run"}}
    data = {**head, "spec": {"containers": [container], "volumes": [volume]}}
    assert [one.code for one in found(yaml.safe_dump(data)) if one.code == "RES109"] == ["RES109"]
    volume["emptyDir"] = {"medium": "Memory", "sizeLimit": "16Gi"}
    assert [one.code for one in found(yaml.safe_dump(data)) if one.code == "RES109"] == []


CPUS: dict[str, Any] = {"limits": {"cpu": 90, "memory": "900Gi"}}


@pytest.mark.parametrize(
    ("values", "is_found"),
    [
        ({"numProcPerNode": 8, "resourcesPerNode": CPUS}, True),
        ({"numProcPerNode": 4}, True),
        ({"numProcPerNode": 8, "resourcesPerNode": CPUS, "env": {"NCCL_DEBUG": "INFO"}}, True),
        ({"numProcPerNode": 8, "resourcesPerNode": {"limits": {GPU: 8}}}, False),
        ({"numProcPerNode": 8, "resourcesPerNode": {"limits": {"habana.ai/gaudi": 8}}}, False),
        ({"numProcPerNode": 8, "resourcesPerNode": {"limits": {"huawei.com/Ascend910": 8}}}, False),
        ({"numProcPerNode": 8, "pod": {"resourceClaims": [{"name": "gpus"}]}}, False),
        ({"numProcPerNode": 2, "resourcesPerNode": {"requests": {"cpu": 2}}}, False),
        ({"numProcPerNode": 1, "resourcesPerNode": CPUS}, False),
        ({"numProcPerNode": "cpu", "resourcesPerNode": CPUS}, False),
        ({"numProcPerNode": 8, "command": ["torchrun", "train.py", "--backend=gloo"]}, False),
        ({"numProcPerNode": 8, "command": ["accelerate", "launch", "--cpu", "train.py"]}, False),
        ({"numProcPerNode": 8, "env": {"JAX_PLATFORMS": "cpu"}}, False),
        ({"numProcPerNode": 8, "image": "registry.example/train:1-cpu"}, False),
    ],
)
def test_processes(values: dict[str, Any], *, is_found: bool) -> None:
    run = Run({"launcher": "torchrun", "image": "registry.example/train:1", **values}, "run")
    assert ("RES110" in {finding.rule.code for finding in check_spec(run)}) is is_found
