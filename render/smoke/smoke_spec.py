"""Build the spec of a test on this machine: the scripts of the cluster's test, on nodes of `render run`."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from render.engine import Chart
from render.local import devices
from render.pods.listing import JOBSET_UID
from render.source import Text, load_document
from render.spec import Spec

NAME = "smoke"


@dataclass(frozen=True, slots=True)
class SmokeRequest:
    """Options of a test. None means a default for this machine."""

    nodes: int | None
    procs: int | None
    min_busbw: float | None
    is_diagnosed: bool
    """True if the test looks for slow nodes even if the run passes."""
    json: Path | None


def smoke_scripts() -> Path:
    """Return the folder with the scripts of the test."""
    return Chart.bundled().path / "files" / "nccl"


def smoke_spec(request: SmokeRequest) -> Spec:
    """Return the spec of a test: by default one node with all GPUs, or without GPUs two nodes of one process."""
    gpus = len(devices.find_gpus())
    nodes = request.nodes or (1 if gpus else 2)
    procs = request.procs or max(1, gpus // nodes)
    values = {
        "apiVersion": "render/v1alpha1",
        "kind": "TrainingJob",
        "name": NAME,
        "image": "none",
        "launcher": "plain",
        "command": [_literal(sys.executable), "-u", "smoke_node.py"],
        "args": [_literal(argument) for argument in _arguments(request, nodes, procs)],
        "env": {"RENDER_RUN_UID": {"valueFrom": {"fieldRef": {"fieldPath": f"metadata.labels['{JOBSET_UID}']"}}}},
        "numNodes": nodes,
        "numProcPerNode": procs,
        "resourcesPerNode": {"limits": {"nvidia.com/gpu": procs}} if gpus else {},
        "preflight": {"enabled": False},
    }
    document, problems = load_document(Text(f"<{NAME}>", json.dumps(values)))
    return Spec(f"<{NAME}>", PurePosixPath(f"{NAME}.yaml"), document, tuple(problems))


def _arguments(request: SmokeRequest, nodes: int, procs: int) -> Iterator[str]:
    yield f"--run={NAME if request.json is None else request.json.stem}"
    yield f"--nodes={nodes}"
    yield f"--procs={procs}"
    if request.min_busbw is not None:
        yield f"--min-busbw={request.min_busbw}"
    if request.is_diagnosed:
        yield "--diagnose=always"
    if request.json is not None:
        yield f"--json={request.json.absolute()}"


def _literal(word: str) -> str:
    """Return a word escaped for the expansion of variables by the kubelet and `render run`."""
    return word.replace("$", "$$")
