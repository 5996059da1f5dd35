"""RES114 node-labels-contradict: no node has all of the labels that a pod asks for.

A machine type has one model of GPUs and one architecture: no `p5.48xlarge` has A100, and no `a4x-highgpu-4g` is amd64.
The pod stays Pending.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#nodeselector

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    pod:
      nodeSelector:
        node.kubernetes.io/instance-type: p5.48xlarge
        nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    pod:
      nodeSelector:
        node.kubernetes.io/instance-type: p5.48xlarge
        nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3
"""

from collections.abc import Iterator

from render.kube.hardware import gpus
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.rules.resources._nodes import ARCHITECTURES, KEYS, wanted_gpus, wanted_labels, wanted_machines
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=KEYS)
def check(item: Object) -> Iterator[Finding]:
    """Compare the machines that a pod names with the other labels that it asks for."""
    for pod in pods(item):
        machines = wanted_machines(pod)
        named = " or ".join(machine.name for machine in machines)
        for wanted in wanted_labels(pod) if machines else ():
            if wanted.key in ARCHITECTURES and not {machine.architecture for machine in machines} & set(wanted.values):
                message = f"no {named} is `{wanted.values[0]}`, but {machines[0].architecture}"
                yield Finding(wanted.paths[0], message, "remove one of the labels")
        models = {machine.gpu for machine in machines}
        requested = {gpu.name for gpu in wanted_gpus(pod)}
        if models & set(gpus()) and requested and not models & requested:
            path = next(
                wanted.paths[0] for wanted in wanted_labels(pod) if "gpu" in wanted.key or "accel" in wanted.key
            )
            message = f"no {named} has {' or '.join(sorted(requested))}, but {' or '.join(sorted(models))}"
            yield Finding(path, message, "remove one of the labels")
