"""RES107 efa-plugin-missing: a container has EFA devices, and its image has no plug-in for them.

NCCL uses EFA through Libfabric and aws-ofi-nccl, which must be in the image. Images of the frameworks' projects have
neither: NCCL finds no plug-in and uses sockets, as one line of its log reports, and the devices stay unused.

Source: https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html

Example:
    image: pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    network: {fabric: efa, machineType: p5.48xlarge}
Use instead:
    image: registry.example/train-efa:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    network: {fabric: efa, machineType: p5.48xlarge}
"""

from collections.abc import Iterator

from render.kube.devices import EFA
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.rules.resources._images import image_facts
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=(EFA,))
def check(item: Object) -> Iterator[Finding]:
    """Report well-known images without the plug-in in containers with EFA devices."""
    for pod in pods(item):
        for container in pod.containers:
            resources = container.data.get("resources", {})
            image = container.data.get("image", "")
            has_efa = any(EFA in resources.get(side, {}) for side in ("limits", "requests"))
            if container.kind == "containers" and has_efa and image_facts(image).lacks_efa:
                message = f"`{image}` has neither Libfabric nor aws-ofi-nccl, so NCCL uses sockets instead of EFA"
                hint = "use an image with them, such as AWS's Deep Learning Containers, or install them"
                yield Finding((*container.path, "image"), message, hint)
