"""Shared memory of pods with GPUs."""

import pytest

from tests.rules.findings import found
from tests.rules.sets import Data, codes, job, pod

SHM: Data = {"volumeMounts": [{"name": "shm", "mountPath": "/dev/shm"}]}
VOLUME: Data = {"volumes": [{"name": "shm", "emptyDir": {"medium": "Memory"}}]}

CASES: dict[str, tuple[int, Data, Data, list[str]]] = {
    "several GPUs": (8, {}, {}, ["STO102"]),
    "one GPU": (1, {}, {}, []),
    "no GPU": (0, {}, {}, []),
    "mounted": (8, SHM, VOLUME, []),
    "mounted with a slash": (8, {"volumeMounts": [{"name": "shm", "mountPath": "/dev/shm/"}]}, VOLUME, []),
    "mounted elsewhere": (8, {"volumeMounts": [{"name": "shm", "mountPath": "/shm"}]}, VOLUME, ["STO102"]),
    "the node's": (8, {}, {"hostIPC": True}, []),
}


@pytest.mark.parametrize(("gpus", "container", "spec", "expected"), CASES.values(), ids=CASES)
def test_shared_memory(gpus: int, container: Data, spec: Data, expected: list[str]) -> None:
    limits = {"resources": {"limits": {"nvidia.com/gpu": gpus}}}
    assert codes(job("a", pod(container={**limits, **container}, **spec))) == expected


SIZES: dict[str, tuple[Data, Data, list[str]]] = {
    "larger than the limit": ({"medium": "Memory", "sizeLimit": "2Gi"}, {"limits": {"memory": "1Gi"}}, ["STO205"]),
    "as large": ({"medium": "Memory", "sizeLimit": "1Gi"}, {"limits": {"memory": "1024Mi"}}, []),
    "no limit": ({"medium": "Memory", "sizeLimit": "2Gi"}, {"requests": {"memory": "1Gi"}}, []),
    "no size": ({"medium": "Memory"}, {"limits": {"memory": "1Gi"}}, []),
    "on a disk": ({"sizeLimit": "2Gi"}, {"limits": {"memory": "1Gi"}}, []),
}


@pytest.mark.parametrize(("folder", "resources", "expected"), SIZES.values(), ids=SIZES)
def test_size(folder: Data, resources: Data, expected: list[str]) -> None:
    volumes = [{"name": "shm", "emptyDir": folder}]
    assert codes(job("a", pod(container={"resources": resources, **SHM}, volumes=volumes))) == expected
    assert codes(job("a", pod(container={"resources": resources}, volumes=volumes))) == []


def test_a_spec_is_reported_once() -> None:
    size = "storage: {sharedMemory: {sizeLimit: 2Gi}}"
    [problem] = found(f"image: a:1\nresourcesPerNode: {{limits: {{memory: 1Gi}}}}\n{size}\n")
    assert (problem.code, problem.line) == ("STO101", 3)


def test_an_init_container_needs_none() -> None:
    init = {"name": "check", "image": "x:1", "resources": {"limits": {"nvidia.com/gpu": 8}}}
    assert codes(job("a", pod(initContainers=[init]))) == []
