"""Devices that pods claim by templates among the objects (Dynamic Resource Allocation)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from render.manifests.objects import Object
from render.manifests.paths import Data

TEMPLATE = "resource.k8s.io/ResourceClaimTemplate"
COMPUTE_DOMAIN = "resource.nvidia.com/ComputeDomain"

Templates = Mapping[tuple[str, str], Data]
"""Templates by namespace and name."""


class Devices(NamedTuple):
    """A request for devices of one class."""

    device_class: str
    number: int | None
    """None for all devices of a node."""


def device_templates(items: Iterable[Object]) -> Templates:
    """Return the templates among objects, and those that NVIDIA's driver creates for the channels of ComputeDomains."""
    found: dict[tuple[str, str], Data] = {}
    for item in items:
        metadata = item.data.get("metadata", {})
        namespace = metadata.get("namespace", "")
        if item.kind.group_kind == TEMPLATE:
            found[namespace, metadata.get("name", "")] = item.data
        elif item.kind.group_kind == COMPUTE_DOMAIN:
            found[namespace, channel_template(item)] = {}
    return found


def channel_template(domain: Object) -> str:
    """Return the name of the template that NVIDIA's driver creates for the channel of a ComputeDomain."""
    name: str = domain.data.get("spec", {}).get("channel", {}).get("resourceClaimTemplate", {}).get("name", "")
    return name


def devices_by_claims(pod: Data, namespace: str, templates: Templates) -> list[Devices] | None:
    """Return the devices that a pod's claims give; None if one of them is not by a known template."""
    found: list[Devices] = []
    for claim in pod.get("resourceClaims", ()):
        name = claim.get("resourceClaimTemplateName", "")
        template = templates.get((namespace, name), templates.get(("", name)))
        if template is None:
            return None
        found += requested_devices(template)
    return found


def gpus_by_claims(pod: Data, namespace: str, templates: Templates) -> int | None:
    """Return the GPUs that a pod's claims give; None if a claim, a class or a number is unknown."""
    if not pod.get("resourceClaims"):
        return 0
    from render.kube.device_classes import device_classes  # few pods have claims

    total = 0
    devices = devices_by_claims(pod, namespace, templates)
    for one in devices or ():
        known = device_classes().get(one.device_class)
        if known is None or one.number is None:
            return None
        total += known.gpus * one.number
    return None if devices is None else total


def requested_devices(template: Data) -> Iterator[Devices]:
    """Yield the devices of each request of a template; a class is empty where several may serve the request."""
    for request in template.get("spec", {}).get("spec", {}).get("devices", {}).get("requests", ()):
        exactly = request.get("exactly", {})
        is_exact = "deviceClassName" in exactly and exactly.get("allocationMode", "ExactCount") == "ExactCount"
        yield Devices(exactly.get("deviceClassName", ""), int(exactly.get("count", 1)) if is_exact else None)
