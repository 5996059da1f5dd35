"""The programs of a manifest."""

from collections.abc import Iterator, Mapping
from typing import Any

from render.kube.gpus import gpus
from render.manifests.objects import Object
from render.manifests.pods import Container, Pod, pods
from render.rules.program import Program
from render.rules.shell import Word
from render.rules.tokens import argument, commands
from render.shape.mistake import Path

_TRAINER = "trainer.kubeflow.org"
_TORCHRUN = ("PET_NNODES", "PET_NPROC_PER_NODE", "PET_NODE_RANK", "PET_MASTER_ADDR", "PET_MASTER_PORT")
"""What Kubeflow Trainer writes for torch."""


def programs(item: Object) -> Iterator[Program]:
    """Yield the programs of an object's containers, and that of a TrainJob."""
    for pod in pods(item):
        for container in pod.containers:
            if container.kind == "containers":
                yield _of_container(pod, container)
    trainer = item.data.get("spec", {}).get("trainer") if item.kind.name == "TrainJob" else None
    if trainer:
        yield _of_trainer(trainer)


def copies(pod: Pod) -> int | None:
    """Return how many pods are made of a template; None where another object decides, or nobody knows."""
    data = pod.object.data
    match pod.object.kind.group, pod.object.kind.name, pod.path:
        case "batch", "Job", _:
            return int(data.get("spec", {}).get("parallelism", 1))
        case "jobset.x-k8s.io", "JobSet", (_, _, int() as index, *_):
            job = data["spec"]["replicatedJobs"][index]
            return int(job.get("replicas", 1) * job["template"].get("spec", {}).get("parallelism", 1))
        case "batch.volcano.sh", "Job", (_, _, int() as index, *_):
            return int(data["spec"]["tasks"][index].get("replicas", 1))
        case "", "Pod", _:
            return 1
    return None


def _of_container(pod: Pod, container: Container) -> Program:
    data, path = container.data, container.path
    literals = tuple(_literals(data, path))
    is_managed = pod.object.kind.group in (_TRAINER, "kubeflow.org", "ray.io", "batch.volcano.sh")
    return Program(
        commands=tuple(commands(_argv(data, path))),
        literals=literals,
        given={variable.get("name", ""): None for variable in data.get("env", ()) if "valueFrom" in variable},
        nodes=None if pod.object.kind.group == _TRAINER else copies(pod),
        processes=_processes(literals),
        gpus=None if pod.object.kind.group == _TRAINER else gpus(data.get("resources", {})),
        is_environment_known=not data.get("envFrom") and not is_managed,
    )


def _of_trainer(data: Mapping[str, Any]) -> Program:
    path = ("spec", "trainer")
    nodes, processes = data.get("numNodes"), data.get("numProcPerNode")
    given = {**dict.fromkeys(_TORCHRUN), "PET_NNODES": None if nodes is None else str(nodes)}
    return Program(
        commands=tuple(commands(_argv(data, path))),
        literals=tuple(_literals(data, path)),
        given=given,
        nodes=nodes,
        processes=processes if isinstance(processes, int) else None,
        gpus=gpus(data["resourcesPerNode"]) if "resourcesPerNode" in data else None,
        is_environment_known=False,
    )


def _argv(data: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, str]]:
    for key in ("command", "args"):
        yield from (((*path, key, index), word) for index, word in enumerate(data.get(key, ())))


def _literals(data: Mapping[str, Any], path: Path) -> Iterator[tuple[str, Word]]:
    for index, variable in enumerate(data.get("env", ())):
        if "valueFrom" not in variable:
            yield variable.get("name", ""), argument((*path, "env", index, "value"), variable.get("value", ""))


def _processes(literals: tuple[tuple[str, Word], ...]) -> int | None:
    found = (word.text for name, word in literals if name == "PET_NPROC_PER_NODE" and word.text.isdecimal())
    return next(map(int, found), None)
