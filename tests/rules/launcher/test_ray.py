"""Ray clusters: what Ray is told of its nodes, and what LLaMA-Factory waits for on them."""

from typing import Any

import pytest

from tests.rules.sets import Data, codes, of, pod

TRAIN = "USE_RAY=1 llamafactory-cli train sft.yaml"
SHARED = {"volumeMounts": [{"name": "shm", "mountPath": "/dev/shm"}]}


def group(gpus: int = 8, cpus: int | None = 96, parameters: dict[str, str] | None = None) -> Data:
    limits = {**({"cpu": cpus} if cpus else {}), **({"nvidia.com/gpu": gpus} if gpus else {})}
    container = {"resources": {"limits": limits}, **SHARED}
    return {"rayStartParams": parameters or {}, "template": pod(container=container)}


def rayjob(entrypoint: str, head: Data, *workers: tuple[int, Data], **spec: Any) -> Data:
    groups = [
        {"groupName": str(index), "replicas": count, "minReplicas": 0, "maxReplicas": 99, **worker}
        for index, (count, worker) in enumerate(workers)
    ]
    cluster = {"headGroupSpec": head, "workerGroupSpecs": groups, **spec.pop("cluster", {})}
    return of("ray.io/v1", "RayJob", "a", spec={"entrypoint": entrypoint, "rayClusterSpec": cluster, **spec})


IDLE = group(0, 8)
SCALED = {"cluster": {"enableInTreeAutoscaling": True}}
CASES = {
    "as KubeRay tells it": (rayjob("python t.py", group(), (1, group())), []),
    "the same number": (rayjob("python t.py", group(), (1, group(parameters={"num-gpus": "8"}))), []),
    "a head that takes no work": (rayjob("python t.py", group(0, 8, parameters={"num-gpus": "0"}), (1, group())), []),
    "fewer GPUs": (rayjob("python t.py", group(parameters={"num-gpus": "0"}), (1, group())), ["RUN151"]),
    "more GPUs": (rayjob("python t.py", IDLE, (1, group(4, parameters={"num-gpus": "8"}))), ["RUN151"]),
    "80 CPUs for 8 GPUs": (rayjob(TRAIN, group(8, 80), (1, group(8, 80))), []),
    "79 CPUs for 8 GPUs": (rayjob(TRAIN, group(8, 80), (1, group(8, 79))), ["RUN152"]),
    "CPUs that are hidden": (rayjob(TRAIN, group(8, 96, parameters={"num-cpus": "0"}), (1, group())), ["RUN152"]),
    "CPUs of the machine": (rayjob(TRAIN, group(8, None), (1, group(8, None))), []),
    "few CPUs for another program": (rayjob("python t.py", group(8, 8), (1, group(8, 8))), []),
    "no GPU on the head": (rayjob(TRAIN, IDLE, (2, group())), ["RUN153"]),
    "one GPU in all": (rayjob(TRAIN, IDLE, (1, group(1))), []),
    "no GPU on the head, and scaled": (rayjob(TRAIN, IDLE, (0, group(1)), **SCALED), ["RUN153"]),
    "no GPU on the head, and an address": (rayjob(f"{TRAIN} master_addr=$FIRST", IDLE, (2, group())), []),
    "no GPU on the head, and another program": (rayjob("python t.py", IDLE, (2, group())), []),
    "a word in an argument": (rayjob("echo 'llamafactory-cli train'", IDLE, (2, group())), []),
    "in a shell": (rayjob(f"bash -c 'cd /x && exec {TRAIN[10:]}'", IDLE, (2, group())), ["RUN153"]),
    "as many workers as GPUs": (rayjob(f"{TRAIN} ray_num_workers=16", group(), (1, group())), []),
    "more workers than GPUs": (rayjob(f"{TRAIN} ray_num_workers=17", group(), (1, group())), ["RUN154"]),
    "more workers, and scaled": (rayjob(f"{TRAIN} ray_num_workers=17", group(), (1, group()), **SCALED), []),
    "workers of a variable": (rayjob(f"{TRAIN} ray_num_workers=$N", group(), (1, group())), []),
    "an entrypoint that fits": (rayjob("python t.py", IDLE, (1, group()), entrypointNumGpus=8), []),
    "an entrypoint with too many GPUs": (rayjob("python t.py", IDLE, (2, group()), entrypointNumGpus=9), ["RUN155"]),
    "an entrypoint with too many CPUs": (rayjob("python t.py", IDLE, (2, group()), entrypointNumCpus=97), ["RUN155"]),
    "an entrypoint on machines": (rayjob("python t.py", IDLE, (2, group(8, None)), entrypointNumCpus=97), []),
}


@pytest.mark.parametrize(("manifest", "expected"), CASES.values(), ids=CASES)
def test_ray(manifest: Data, expected: list[str]) -> None:
    assert codes(manifest) == expected
