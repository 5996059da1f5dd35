"""RES124 gpus-unlikely: a container requests more GPUs than any machine has.

`resourcesPerNode` is for one node, not for the run: 4 nodes with 8 GPUs each are `numNodes: 4` and 8 GPUs. A container
that requests 32 fits on no machine, and its pod stays Pending. Only shared GPUs can be that many.

Source: https://kubernetes.io/docs/tasks/manage-gpus/scheduling-gpus/

Example:
    image: registry.example/train:1
    numNodes: 4
    resourcesPerNode: {limits: {nvidia.com/gpu: 32}}
Use instead:
    image: registry.example/train:1
    numNodes: 4
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.rules.rule import Finding, rule

_NAMES = ("nvidia.com/gpu", "amd.com/gpu", "habana.ai/gaudi")
_MOST = 16
"""GPUs of a machine: a2-megagpu-16g and HGX-2 have 16, others up to 8."""


@rule(severity=Severity.WARNING, keys=_NAMES)
def check(item: Object) -> Iterator[Finding]:
    """Report larger numbers."""
    for pod in pods(item):
        for container in pod.containers:
            limits = (container.data.get("resources") or {}).get("limits") or {}
            for name in _NAMES:
                count = amount(limits.get(name))
                if count is not None and count > _MOST:
                    message = f"no machine has {limits[name]} GPUs: the resources are those of one node"
                    path = (*container.path, "resources", "limits", name)
                    yield Finding(path, message, "use the number of one machine, usually 8")
