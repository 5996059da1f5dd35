"""RES126 device-class-unknown: a claim asks for a DeviceClass that is a misspelt one of a driver.

The name of a DeviceClass is free, so the API server accepts any. The claim of a class that does not exist is never
allocated, and its pod stays Pending. Drivers install `gpu.nvidia.com`, `mig.nvidia.com`, `vfio.gpu.nvidia.com`,
`gpu.amd.com`, `gpu.intel.com` and others.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {cpu: 90, memory: 900Gi}}
    devices: {gpu: {deviceClassName: gpus.nvidia.com, count: 8, gpus: 8}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {cpu: 90, memory: 900Gi}}
    devices: {gpu: {deviceClassName: gpu.nvidia.com, count: 8}}
"""

import re
from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import Data, list_items, select
from render.problem import Severity
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_PLACES = {"ResourceClaim": ("spec", "devices"), "ResourceClaimTemplate": ("spec", "spec", "devices")}
_SIMILAR = 0.85
_NAMES = (
    (r"(nvidia\.com/gpu|nvidia(-gpu)?|gpus?\.nvidia(\.com)?|h100|h200|b200|a100)", "gpu.nvidia.com"),
    (r"(amd\.com/gpu|amd(-gpu)?|gpus?\.amd(\.com)?)", "gpu.amd.com"),
    (r"(gpu\.intel\.com/\w+|gpus?\.intel(\.com)?)", "gpu.intel.com"),
)
"""Names that are written in place of a driver's class."""


@rule(severity=Severity.WARNING, kinds=("resource.k8s.io/ResourceClaim", "resource.k8s.io/ResourceClaimTemplate"))
def check(item: Object) -> Iterator[Finding]:
    """Report names that are similar to a known class."""
    for path, devices in select(item.data, _PLACES[item.kind.name]):
        for place, request in list_items(path, devices, "requests"):
            yield from _check((*place, "exactly"), request.get("exactly", {}))
            for below, choice in list_items(place, request, "firstAvailable"):
                yield from _check(below, choice)


def _check(path: Path, request: Data) -> Iterator[Finding]:
    from render.kube.device_classes import device_classes
    from render.schema_errors.suggest import nearest

    name = request.get("deviceClassName", "")
    if not name or name in device_classes():
        return
    written = next((known for form, known in _NAMES if re.fullmatch(form, name)), None)
    suggestion = written or nearest(name, list(device_classes()), _SIMILAR)
    if suggestion is not None:
        message = f"no driver installs the DeviceClass `{name}`"
        yield Finding((*path, "deviceClassName"), message, f"did you mean `{suggestion}`?")
