"""The spec of a test on this machine: the same scripts as on a cluster, on nodes of `render run`."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from render.engine import Chart
from render.local import devices
from render.pods.metadata import JOBSET_UID
from render.source import Text, load
from render.spec import Spec

NAME = "smoke"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for; what is not, this machine decides."""

    nodes: int | None
    procs: int | None
    min_busbw: float | None
    is_diagnosed: bool
    """Whether who is slow is looked for where nothing is too slow, too."""
    json: Path | None


def scripts() -> Path:
    """Return the folder of the test's scripts."""
    return Chart.bundled().path / "files" / "nccl"


def spec(asked: Asked) -> Spec:
    """Return the spec. With GPUs there is one node with all of them, without them two nodes of one process."""
    gpus = len(devices.here())
    nodes = asked.nodes or (1 if gpus else 2)
    procs = asked.procs or max(1, gpus // nodes)
    values = {
        "apiVersion": "render/v1alpha1",
        "kind": "TrainingJob",
        "name": NAME,
        "image": "none",
        "launcher": "plain",
        "command": [_literal(sys.executable), "-u", "smoke_node.py"],
        "args": [_literal(argument) for argument in _arguments(asked, nodes, procs)],
        "env": {"RENDER_RUN_UID": {"valueFrom": {"fieldRef": {"fieldPath": f"metadata.labels['{JOBSET_UID}']"}}}},
        "numNodes": nodes,
        "numProcPerNode": procs,
        "resourcesPerNode": {"limits": {"nvidia.com/gpu": procs}} if gpus else {},
        "preflight": {"enabled": False},
    }
    document, problems = load(Text(f"<{NAME}>", json.dumps(values)))
    return Spec(f"<{NAME}>", PurePosixPath(f"{NAME}.yaml"), document, tuple(problems))


def _arguments(asked: Asked, nodes: int, procs: int) -> Iterator[str]:
    yield f"--run={NAME if asked.json is None else asked.json.stem}"
    yield f"--nodes={nodes}"
    yield f"--procs={procs}"
    if asked.min_busbw is not None:
        yield f"--min-busbw={asked.min_busbw}"
    if asked.is_diagnosed:
        yield "--diagnose=always"
    if asked.json is not None:
        yield f"--json={asked.json.absolute()}"


def _literal(word: str) -> str:
    """Return a word that the kubelet, and so `render run`, leaves as it is."""
    return word.replace("$", "$$")
