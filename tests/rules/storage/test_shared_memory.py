"""Shared memory of pods with GPUs."""

import pytest

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


def test_an_init_container_needs_none() -> None:
    init = {"name": "check", "image": "x:1", "resources": {"limits": {"nvidia.com/gpu": 8}}}
    assert codes(job("a", pod(initContainers=[init]))) == []
