"""RES109 memory-tiny: a container gets less memory than any program needs.

A quantity without a unit is a number of bytes, and `m` means a thousandth: `512m` is half a byte, rounded up to one. A
container runtime refuses a limit of a few bytes, or the kernel kills the container at its first page. A pod is evicted
as soon as it exceeds its ephemeral storage, or the `sizeLimit` of an emptyDir.

Source: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 512m}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 512Gi}}
"""

import re
from collections.abc import Iterator

from render.kube.devices import gpu_count
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.pods import Pod, pods
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_SIZES = ("ephemeral-storage", "memory")
_LEAST = 2**20
"""Bytes: runtimes refuse limits below a few MiB (CRI-O: 12 MiB)."""
_LEAST_CPU = 0.1
_LEAST_OF_GPU = 2**29
"""Bytes of memory for each GPU: a process that imports torch and opens a GPU takes more before its first step."""


@rule(keys=(*_SIZES, "cpu", "sizeLimit"))
def check(item: Object) -> Iterator[Finding]:
    """Report sizes below a mebibyte, and too little CPU or memory for a container with GPUs."""
    for pod in pods(item):
        for path, quantity, is_limit in _sizes(pod):
            size = amount(quantity)
            if size is not None and 0 < size < _LEAST:
                found = Finding(path, _message(str(quantity), float(size)), _hint(str(quantity)))
                yield found if is_limit else found.as_warning
        yield from _of_gpus(pod)


def _sizes(pod: Pod) -> Iterator[tuple[Path, object, bool]]:
    """Yield the sizes in a pod, and whether they are limits. A request without its limit reserves nothing."""
    for container in pod.containers:
        resources = container.data.get("resources", {})
        for side in ("limits", "requests"):
            for name in _SIZES:
                if name in (resources.get(side) or {}):
                    yield (*container.path, "resources", side, name), resources[side][name], side == "limits"
    for index, volume in enumerate(pod.spec.get("volumes") or []):
        if "sizeLimit" in (volume.get("emptyDir") or {}):
            yield (*pod.spec_path, "volumes", index, "emptyDir", "sizeLimit"), volume["emptyDir"]["sizeLimit"], True


def _of_gpus(pod: Pod) -> Iterator[Finding]:
    """Yield a warning for a container with GPUs and hardly a CPU, or too little memory for the processes of them.

    Such a limit of CPUs is most likely a number of thousandths that was meant as CPUs.
    """
    for container in pod.containers:
        resources = container.data.get("resources", {})
        limits, gpus = resources.get("limits") or {}, gpu_count(resources)
        path = (*container.path, "resources", "limits")
        quantity, cpus = limits.get("cpu"), amount(limits.get("cpu"))
        if gpus and cpus is not None and 0 < cpus < _LEAST_CPU:
            message = f"`{quantity}` is {float(cpus):g} of a CPU, for a container with GPUs"
            hint = f"write `{str(quantity).rstrip('m')}` for whole CPUs"
            yield Finding((*path, "cpu"), message, hint).as_warning
        quantity, size = limits.get("memory"), amount(limits.get("memory"))
        if size is not None and _LEAST <= size < _LEAST_OF_GPU * gpus:
            message = f"`{quantity}` is too little for the processes of {gpus} GPUs: the kernel kills one at its start"
            yield Finding((*path, "memory"), message, "use 8Gi or more for each GPU").as_warning


def _message(quantity: str, size: float) -> str:
    if quantity.endswith("m"):
        return f"`{quantity}` is {size:g} bytes: `m` is the prefix milli, a thousandth"
    return f"`{quantity}` is {size:g} bytes"


def _hint(quantity: str) -> str | None:
    number = re.match(r"\d+", quantity)
    unit = "Mi" if quantity.endswith("m") and number and int(number[0]) >= 1024 else "Gi"
    return f"write `{number[0]}{unit}`" if number else None
