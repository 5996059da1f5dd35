"""RES113 slices-in-one-container: a container has several slices of GPUs, and a process can use one.

CUDA shows a process a single MIG device of its container: the second rank of a node finds no GPU
(`invalid device ordinal`), and NCCL refuses two ranks on one GPU (`Duplicate GPU detected`). The same holds for shared
GPUs (time slicing). Slices are for one process each.

Source: https://docs.nvidia.com/datacenter/tesla/mig-user-guide/device-names.html

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/mig-1g.10gb: 4}}
Use instead:
    image: registry.example/train:1
    numNodes: 4
    resourcesPerNode: {limits: {nvidia.com/mig-1g.10gb: 1}}
"""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.rules.rule import Finding, rule

_PROFILES = (
    *("1g.5gb", "1g.6gb", "1g.10gb", "1g.11gb", "1g.12gb", "1g.18gb", "1g.20gb", "1g.23gb", "1g.24gb", "1g.34gb"),
    *("1g.35gb", "1g.45gb", "1g.47gb", "2g.10gb", "2g.12gb", "2g.20gb", "2g.22gb", "2g.24gb", "2g.35gb", "2g.45gb"),
    *("2g.47gb", "2g.48gb", "2g.67gb", "2g.70gb", "3g.20gb", "3g.40gb", "3g.44gb", "3g.47gb", "3g.48gb", "3g.71gb"),
    *("3g.90gb", "3g.93gb", "3g.95gb", "3g.135gb", "3g.139gb", "4g.20gb", "4g.24gb", "4g.40gb", "4g.47gb", "4g.48gb"),
    *("4g.71gb", "4g.90gb", "4g.93gb", "4g.95gb", "4g.135gb", "4g.139gb"),
)
"""https://docs.nvidia.com/datacenter/tesla/mig-user-guide/supported-mig-profiles.html"""
_SLICES = (*(f"nvidia.com/mig-{profile}" for profile in _PROFILES), "nvidia.com/gpu.shared")


@rule(severity=Severity.WARNING, keys=_SLICES)
def check(item: Object) -> Iterator[Finding]:
    """Report limits of more than one slice."""
    for pod in pods(item):
        for container in pod.containers:
            limits = container.data.get("resources", {}).get("limits") or {}
            for name in limits if container.kind == "containers" else ():
                count = amount(limits[name])
                if name in _SLICES and count is not None and count > 1:
                    message = f"a process can use one slice, and the container has {count} of `{name}`"
                    hint = "request 1, and more nodes; or whole GPUs"
                    yield Finding((*container.path, "resources", "limits", name), message, hint)
