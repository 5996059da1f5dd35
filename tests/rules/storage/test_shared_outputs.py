"""Folders that the nodes of a run write to, against the volumes of their pods."""

from typing import Any

import pytest

from tests.rules.sets import Data, codes, job, jobset, of, pod

CLAIM = {"persistentVolumeClaim": {"claimName": "a"}}


def template(script: str, source: Data | None = None, **container: Any) -> Data:
    mounts = {} if source is None else {"volumeMounts": [{"name": "out", "mountPath": "/out"}]}
    volumes = {} if source is None else {"volumes": [{"name": "out", **source}]}
    return pod(container={"command": ["bash", "-c", script], **mounts, **container}, **volumes)


def rayjob(script: str, source: Data | None) -> Data:
    worker = {"groupName": "a", "replicas": 1, "minReplicas": 1, "maxReplicas": 1, "template": template("", source)}
    cluster = {"headGroupSpec": {"template": template("")}, "workerGroupSpecs": [worker]}
    return of("ray.io/v1", "RayJob", "a", spec={"entrypoint": script, "rayClusterSpec": cluster})


TRAIN = "torchrun --nnodes=2 train.py"
CASES = {
    "an emptyDir": (f"exec {TRAIN} --output_dir /out/run1", {"emptyDir": {}}, ["STO206"]),
    "the container": (f"cd /code; {TRAIN} --output-dir=/data", CLAIM, ["STO206"]),
    "beside the volume": ("A=b python -m torch.distributed.run --nnodes=2 t.py --save_dir /out2", CLAIM, ["STO206"]),
    "a claim": (f"{TRAIN} --output_dir /out/run1", CLAIM, []),
    "a file system of the node": (f"{TRAIN} --output_dir /out/run1", {"hostPath": {"path": "/lustre"}}, []),
    "object storage": (f"{TRAIN} --output_dir s3://bucket/x", None, []),
    "carried away": (f"{TRAIN} --output_dir /data && aws s3 cp /data s3://bucket/x", None, []),
    "a variable": (f"{TRAIN} --output_dir $OUT", None, []),
    "relative": (f"{TRAIN} --output_dir out", None, []),
    "a text": (f"{TRAIN} --note '--output_dir /data'", None, []),
}


@pytest.mark.parametrize(("script", "source", "expected"), CASES.values(), ids=CASES)
def test_output(script: str, source: Data | None, expected: list[str]) -> None:
    assert codes(jobset("a", {"n": (2, template(f"export PET_NPROC_PER_NODE=1; {script}", source))})) == expected


def test_one_node_and_another_working_directory() -> None:
    assert codes(job("a", template("python train.py --output_dir /data"))) == []
    relative = template(f"{TRAIN} --output_dir run1", CLAIM, workingDir="/out")
    assert codes(jobset("a", {"n": (2, relative)})) == []


@pytest.mark.parametrize(("source", "expected"), [(None, ["STO206"]), ({"emptyDir": {}}, ["STO206"]), (CLAIM, [])])
def test_ray(source: Data | None, expected: list[str]) -> None:
    assert codes(rayjob("USE_RAY=1 python train.py --output_dir /out/run1", source)) == expected
