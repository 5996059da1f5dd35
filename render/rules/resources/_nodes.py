"""The nodes that a pod's selectors and required affinity allow: machines, GPUs, architecture, by well-known labels."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from render.kube.hardware import Gpu, MachineType, gpu_in, gpus, machines
from render.manifests.paths import Data
from render.manifests.pods import Pod
from render.programs.run import Run
from render.schema_errors.error import Path

KEYS = ("affinity", "nodeSelector")
"""Keys of a pod that choose nodes."""
INSTANCE_TYPES = ("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type")
ACCELERATOR = "cloud.google.com/gke-accelerator"
ARCHITECTURES = ("kubernetes.io/arch", "beta.kubernetes.io/arch")

_GPUS = (
    ACCELERATOR,  # https://docs.cloud.google.com/kubernetes-engine/docs/how-to/gpus
    "nvidia.com/gpu.product",  # https://github.com/NVIDIA/k8s-device-plugin/tree/main/docs/gpu-feature-discovery
    *("gpu.nvidia.com/class", "gpu.nvidia.com/model"),  # CoreWeave
    *("karpenter.k8s.aws/instance-gpu-name", "eks.amazonaws.com/instance-gpu-name"),
    *("nvidia.com/gpu", "accelerator", "gpu-type", "gpu", "k8s.amazonaws.com/accelerator"),
)
"""Labels whose values name a model of GPUs."""


class Wanted(NamedTuple):
    """A label that a node must have, with one of these values."""

    key: str
    values: tuple[str, ...]
    paths: tuple[Path, ...]
    """Paths of the values."""


class PodOfRun(NamedTuple):
    """The section `pod` of a spec, whose keys are those of a pod."""

    spec: Data
    spec_path: Path = ("pod",)


def wanted_labels(pod: Pod | PodOfRun) -> Iterator[Wanted]:
    """Yield the labels that every node for the pod has."""
    for key, value in (pod.spec.get("nodeSelector") or {}).items():
        yield Wanted(key, (value,), ((*pod.spec_path, "nodeSelector", key),))
    place = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
    terms = pod.spec
    for step in place[:-1]:
        terms = terms.get(step) or {}
    listed = terms.get(place[-1]) or []
    if len(listed) == 1:  # of several, one is enough
        path = (*pod.spec_path, *place, 0, "matchExpressions")
        for index, expression in enumerate(listed[0].get("matchExpressions") or []):
            if expression.get("operator") == "In":
                values = tuple(expression.get("values") or ())
                paths = tuple((*path, index, "values", position) for position in range(len(values)))
                yield Wanted(expression.get("key", ""), values, paths)


def wanted_machines(pod: Pod | PodOfRun) -> tuple[MachineType, ...]:
    """Return the machines that a pod may run on; empty if it names none, or an unknown one."""
    for wanted in wanted_labels(pod):
        if wanted.key in INSTANCE_TYPES and all(value in machines() for value in wanted.values):
            return tuple(machines()[value] for value in wanted.values)
    return ()


def wanted_gpus(pod: Pod | PodOfRun) -> tuple[Gpu, ...]:
    """Return the models of GPUs that a pod may run on; empty if it names none, or an unknown one."""
    labels: Mapping[str, Wanted] = {wanted.key: wanted for wanted in wanted_labels(pod)}
    for key in _GPUS:
        found = [gpu_in(value) for value in labels[key].values] if key in labels else []
        if found and None not in found:
            return tuple(gpu for gpu in found if gpu is not None)
    return tuple(gpus()[machine.gpu] for machine in wanted_machines(pod) if machine.gpu in gpus())


def gpus_of_run(run: Run) -> tuple[Gpu, ...]:
    """Return the models of GPUs that a run may have; empty if its spec names none."""
    found = wanted_gpus(PodOfRun(run.at("pod") or {}))
    machine = machines().get(run.at("network", "machineType") or "")
    return found or ((gpus()[machine.gpu],) if machine is not None and machine.gpu in gpus() else ())


def wanted_architecture(pod: Pod) -> str | None:
    """Return the architecture of all nodes that a pod may run on; None if it is unknown."""
    for wanted in wanted_labels(pod):
        if wanted.key in ARCHITECTURES and len(set(wanted.values)) == 1:
            return wanted.values[0]
    found = {machine.architecture for machine in wanted_machines(pod)}
    return found.pop() if len(found) == 1 else None


def selected_fabrics(run: Run) -> Iterator[tuple[Wanted, str]]:
    """Yield each label that selects machines which all have the same fabric, with the fabric."""
    for wanted in wanted_labels(PodOfRun(run.at("pod") or {})):
        if wanted.key in INSTANCE_TYPES and all(value in machines() for value in wanted.values):
            found = {machines()[value].fabric for value in wanted.values}
            fabric = found.pop() if len(found) == 1 else None
            if fabric is not None:
                yield wanted, fabric
