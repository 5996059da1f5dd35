"""RES121 cpus-unlikely: a container has more CPUs than any machine, or fewer than GPUs.

A unit of memory is a number for Kubernetes: `cpu: 90Gi` is 96 billion CPUs, and the pod stays Pending. With a limit
below one CPU a GPU, the process of a GPU, its data loaders and NCCL's threads are throttled, and the GPU waits.

Source: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-cpu

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, cpu: 90Gi, memory: 900Gi}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, cpu: 90, memory: 900Gi}}
"""

import re
from collections.abc import Iterator

from render.kube.devices import gpu_count
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.rules.rule import Finding, rule

_MOST = 4096
"""CPUs: the largest machines have less than half of them (u7inh-32tb.480xlarge: 1920)."""
_LEAST = 0.1
"""RES109 reports less."""


@rule(keys=("cpu",))
def check(item: Object) -> Iterator[Finding]:
    """Report both, with a warning for too few."""
    for pod in pods(item):
        for container in pod.containers:
            resources = container.data.get("resources") or {}
            for side in ("limits", "requests"):
                written = (resources.get(side) or {}).get("cpu")
                path = (*container.path, "resources", side, "cpu")
                cpus = amount(written)
                if cpus is None:
                    continue
                if cpus > _MOST:
                    number = re.match(r"\d+", str(written))
                    message = f"`{written}` is {float(cpus):.4g} CPUs, more than any machine has"
                    yield Finding(path, message, f"write `{number[0]}`" if number and int(number[0]) <= _MOST else None)
                elif side == "limits" and _LEAST <= cpus < gpu_count(resources):
                    count = gpu_count(resources)
                    message = f"a limit of {written} CPUs throttles the processes of {count} GPUs"
                    yield Finding(path, message, f"use {count} or more, usually 8 a GPU").as_warning
