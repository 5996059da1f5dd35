"""The programs of a manifest."""

from collections.abc import Iterator, Sequence
from itertools import chain

from render.kube.gpus import gpus
from render.kube.rdma import devices
from render.manifests.objects import Object
from render.manifests.places import Data
from render.manifests.pods import Container, Pod, pods
from render.programs.copies import is_member, nodes
from render.programs.network import host_network, network_devices
from render.programs.program import Program
from render.programs.shell import Word
from render.programs.tokens import argument, commands
from render.shape.mistake import Path

_TRAINER = "trainer.kubeflow.org"
_TORCHRUN = ("PET_NNODES", "PET_NPROC_PER_NODE", "PET_NODE_RANK", "PET_MASTER_ADDR", "PET_MASTER_PORT")
"""What Kubeflow Trainer writes for torch."""
_OTHERS = ("MASTER_ADDR", "NNODES", "RDZV_ENDPOINT", "WORLD_SIZE", "nnodes", "num_machines", "rdzv_endpoint")
"""What programs of several nodes have in their command lines and variables."""


def programs(item: Object) -> Iterator[Program]:
    """Yield the programs of an object's containers, that of a TrainJob, and that which a RayJob submits."""
    found = tuple(pods(item))
    is_whole = sum(map(takes_part, found)) < 2
    for pod in found:
        for container in pod.containers:
            if container.kind == "containers":
                yield _of_container(pod, container, is_whole=is_whole)
    spec = item.data.get("spec", {})
    if item.kind.name == "TrainJob" and "trainer" in spec:
        yield _of_trainer(spec["trainer"])
    if item.kind.name == "RayJob" and "entrypoint" in spec:
        yield _of_entrypoint(spec["entrypoint"])


def mentions(item: Object, marks: Sequence[str]) -> bool:
    """Say whether the containers of an object have one of some texts in a command or a variable.

    To ask is a hundred times as fast as to read the programs.
    """
    containers = (container.data for pod in pods(item) for container in pod.containers)
    texts = chain.from_iterable(map(_texts, containers))
    return any(mark in text for text in texts for mark in marks)


def _texts(container: Data) -> Iterator[str]:
    yield from chain(container.get("command", ()), container.get("args", ()))
    yield from (variable.get("value", "") for variable in container.get("env", ()))


def _of_container(pod: Pod, container: Container, *, is_whole: bool) -> Program:
    data, path = container.data, container.path
    literals = tuple(_literals(data, path))
    is_managed = pod.object.kind.group in (_TRAINER, "kubeflow.org", "ray.io", "batch.volcano.sh")
    return Program(
        commands=tuple(commands(_argv(data, path))),
        literals=literals,
        given={variable.get("name", ""): None for variable in data.get("env", ()) if "valueFrom" in variable},
        nodes=nodes(pod, knows_others=_knows_others(data)),
        processes=_processes(literals),
        gpus=_gpus(pod, data),
        devices=network_devices(pod, container),
        host_network=host_network(pod),
        is_whole=is_whole,
        is_environment_known=not data.get("envFrom") and not is_managed,
    )


def takes_part(pod: Pod) -> bool:
    """Say whether a template's pods know that they are not alone."""
    return is_member(pod) or any(_knows_others(container.data) for container in pod.containers)


def _knows_others(data: Data) -> bool:
    """Say whether a container's command or variables speak of other nodes."""
    names = [variable.get("name", "") for variable in data.get("env", ())]
    texts = [text.replace("-", "_") for _, text in _argv(data, ())]
    return any(mark in text for text in (*names, *texts) for mark in _OTHERS)


def _gpus(pod: Pod, data: Data) -> int | None:
    """Return the GPUs of a container; None where a TrainJob may replace them, or a claim may bring them."""
    count = gpus(data.get("resources", {}))
    is_open = pod.object.kind.group == _TRAINER or (count == 0 and "resourceClaims" in pod.spec)
    return None if is_open else count


def _of_trainer(data: Data) -> Program:
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
        devices=devices(data.get("resourcesPerNode", {})) or None,
        is_environment_known=False,
    )


def _of_entrypoint(script: str) -> Program:
    """Return what Ray runs in a shell on one of its nodes, with a world of its own."""
    return Program(
        commands=tuple(commands((("spec", "entrypoint"), word) for word in ("sh", "-c", script))),
        literals=(),
        given={},
        is_environment_known=False,
    )


def _argv(data: Data, path: Path) -> Iterator[tuple[Path, str]]:
    for key in ("command", "args"):
        yield from (((*path, key, index), word) for index, word in enumerate(data.get(key, ())))


def _literals(data: Data, path: Path) -> Iterator[tuple[str, Word]]:
    for index, variable in enumerate(data.get("env", ())):
        if "valueFrom" not in variable:
            yield variable.get("name", ""), argument((*path, "env", index, "value"), variable.get("value", ""))


def _processes(literals: tuple[tuple[str, Word], ...]) -> int | None:
    found = (word.text for name, word in literals if name == "PET_NPROC_PER_NODE" and word.text.isdecimal())
    return next(map(int, found), None)
