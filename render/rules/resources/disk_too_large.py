"""RES130 disk-too-large: a pod asks for more local disk than a node can have.

The kubelet offers the file system of its own folder as `ephemeral-storage`. A single disk of AWS, GCP or Azure has at
most 64 TiB, and the local disks of a machine with eight GPUs some 30 TB: the pod stays Pending.

Source: https://docs.aws.amazon.com/ebs/latest/userguide/general-purpose.html

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, ephemeral-storage: 100Ti}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, ephemeral-storage: 1Ti}}
"""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.rules.rule import Finding, rule

_NAME = "ephemeral-storage"
_MOST = 64 * 2**40
"""Bytes of the largest disk of these clouds."""


@rule(severity=Severity.WARNING, keys=(_NAME,))
def check(item: Object) -> Iterator[Finding]:
    """Report the request of a container, or the limit without one."""
    for pod in pods(item):
        for container in pod.containers:
            resources = container.data.get("resources") or {}
            for side in ("requests", "limits"):
                written = (resources.get(side) or {}).get(_NAME)
                if (size := amount(written)) is not None and size > _MOST:
                    message = f"`{written}` is more than the 64 TiB of the largest disk of a node"
                    yield Finding((*container.path, "resources", side, _NAME), message, "use a volume for large data")
                    break
