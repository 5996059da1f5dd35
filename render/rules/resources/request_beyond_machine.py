"""RES102 request-beyond-machine: a pod requests more than the machine that it names has.

A pod requests at most what a node offers: its GPUs and EFA devices, and less than all of its CPUs and memory, since the
system and the kubelet reserve a part of them. A pod that requests more stays Pending, and its gang with it.

Source: https://kubernetes.io/docs/tasks/administer-cluster/reserve-compute-resources/#node-allocatable

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    pod: {nodeSelector: {node.kubernetes.io/instance-type: a4x-highgpu-4g}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 4}}
    pod: {nodeSelector: {node.kubernetes.io/instance-type: a4x-highgpu-4g}}
"""

from collections.abc import Iterator
from fractions import Fraction

from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.pod_resources import effective_requests
from render.manifests.pods import Pod, pods
from render.rules.resources._beyond import beyond
from render.rules.resources._nodes import KEYS, wanted_gpus, wanted_machines
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_GPU = "nvidia.com/gpu"


@rule(keys=KEYS)
def check(item: Object) -> Iterator[Finding]:
    """Report requests beyond every machine that a pod may run on."""
    for pod in pods(item):
        machines = wanted_machines(pod)
        found = [dict(beyond(effective_requests(pod), machine)) for machine in machines]
        for resource, message in found[-1].items() if found else ():
            if all(resource in other for other in found):
                yield Finding(_place(pod, resource), message, "request less, or name a larger machine")
        if not machines:
            yield from _beyond_gpu(pod)


def _beyond_gpu(pod: Pod) -> Iterator[Finding]:
    gpus = wanted_gpus(pod)
    count = effective_requests(pod).get(_GPU, 0)
    most = max((gpu.most or 0 for gpu in gpus), default=0) if all(gpu.most for gpu in gpus) else 0
    if most and count > most:
        message = f"must be at most {most}, since no machine of {gpus[0].name} has more, got {count}"
        yield Finding(_place(pod, _GPU), message, f"set it to {most}, and `numNodes` higher")


def _place(pod: Pod, resource: str) -> Path:
    """Return the path of the largest request of a resource, or of its limit."""
    best: tuple[Fraction, Path] = (Fraction(0), pod.spec_path)
    for container in sorted(pod.containers, key=lambda container: container.kind != "containers"):
        for side in ("requests", "limits"):
            request = amount(container.data.get("resources", {}).get(side, {}).get(resource))
            if request is not None and request > best[0]:
                best = (request, (*container.path, "resources", side, resource))
    return best[1]
