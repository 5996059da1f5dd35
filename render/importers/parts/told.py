"""What a controller has written among a program's variables, beside what the chart's launcher writes."""

from collections.abc import Collection
from typing import Any

from render.importers.parts.address import known
from render.importers.parts.notes import Notes
from render.importers.parts.rest import Rest
from render.programs.given import given
from render.programs.size import Size
from render.shape.mistake import Path
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED

TORCH = ("PET_NNODES", "PET_NPROC_PER_NODE", "PET_NODE_RANK", "PET_MASTER_ADDR", "PET_MASTER_PORT")
"""What Kubeflow Trainer writes for torch."""

_WORDS = ("auto", "cpu", "gpu")
"""Numbers of processes that torchrun counts when it starts; a run has the number."""

_RANK = {"valueFrom": {"fieldRef": {"fieldPath": "metadata.annotations['batch.kubernetes.io/job-completion-index']"}}}
_PORT = "29500"
_NODES = ("JAX_NUM_PROCESSES", "DMLC_NUM_WORKER")
_RANKS = ("JAX_PROCESS_ID", "DMLC_TASK_ID")
_PLACES = ("JAX_COORDINATOR_ADDRESS", "DMLC_TRACKER_URI", "DMLC_TRACKER_PORT")
"""What Kubeflow Trainer writes for JAX and XGBoost."""


def names(container: Rest) -> frozenset[str]:
    """Return the names of a container's variables."""
    return frozenset(str(variable.data.get("name")) for variable in container.items("env"))


def drop(spec: dict[str, Any], path: Path, run: str, notes: Notes) -> None:
    """Drop the variables that the launcher of a spec writes, and tell where it writes another value."""
    written = given(Size(spec | {"launcher": spec.get("launcher") or "torchrun"}, run))
    for name in [name for name in spec["env"] if name in written]:
        value = spec["env"].pop(name)
        expected = written[name]
        if expected is None and value == _RANK:
            continue
        if value != expected and not (name == "PET_NPROC_PER_NODE" and value in _WORDS):
            rule = CARRIED_OTHERWISE if name in TORCH else NOT_CARRIED
            notes.add(rule, path, f"`{name}` is the chart's to write, and is no longer `{value}`")


def refer(env: dict[str, Any], run: str, nodes: int) -> None:
    """Have what Trainer writes for JAX and XGBoost follow the run: its name and its size may change."""
    host = f"{run}-node-0-0.{run}"
    address, port = known("plain", "address"), known("plain", "port")
    places = {host: address, _PORT: port, f"{host}:{_PORT}": f"{address}:{port}"}
    for name in _of(env, _PLACES):
        env[name] = places.get(str(env[name]), env[name])
    for name in _of(env, _NODES):
        env[name] = known("plain", "nodes") if env[name] == str(nodes) else env[name]
    for name in _of(env, _RANKS):
        env[name] = known("plain", "rank") if env[name] == _RANK else env[name]


def _of(env: dict[str, Any], wanted: Collection[str]) -> list[str]:
    return [name for name in env if name in wanted]
