"""ADM691 request-malformed: a claim asks for no devices that there can be.

A request has a name of its own, a DNS label, and either exactly one description of its devices or a list to take the
first available of. A device class has the name of an object; a count is above zero, and there is none where all devices
are asked for. The API server refuses the claim.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/

Example:
    apiVersion: resource.k8s.io/v1
    kind: ResourceClaimTemplate
    metadata: {name: gpus}
    spec:
      spec:
        devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com, allocationMode: All, count: 8}}]}
Use instead:
    apiVersion: resource.k8s.io/v1
    kind: ResourceClaimTemplate
    metadata: {name: gpus}
    spec:
      spec:
        devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com, count: 8}}]}
"""

from collections.abc import Iterator

from render.kube import dns
from render.manifests.objects import Object
from render.manifests.places import Data, listed, places
from render.rules.admission._refusal import duplicate, each_invalid, invalid, required
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_PLACES = {"ResourceClaim": ("spec", "devices"), "ResourceClaimTemplate": ("spec", "spec", "devices")}


@rule(kinds=("resource.k8s.io/ResourceClaim", "resource.k8s.io/ResourceClaimTemplate"))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with each request."""
    if item.kind.version != "v1":
        return  # which has another form
    for path, devices in places(item.data, _PLACES[item.kind.name]):
        yield from _requests(path, devices)


def _requests(path: Path, devices: Data) -> Iterator[Finding]:
    seen: set[str] = set()
    for place, request in listed(path, devices, "requests"):
        name, choices = request.get("name", ""), request.get("firstAvailable", ())
        yield from each_invalid((*place, "name"), name, dns.label(name))
        if name in seen:
            yield duplicate((*place, "name"), name)
        seen.add(name)
        if ("exactly" in request) == bool(choices):
            yield required(place, "exactly one of `exactly` or `firstAvailable` is required")
        if "exactly" in request:
            yield from _devices((*place, "exactly"), request["exactly"])
        for below, choice in listed(place, request, "firstAvailable"):
            yield from each_invalid((*below, "name"), choice.get("name", ""), dns.label(choice.get("name", "")))
            yield from _devices(below, choice)


def _devices(path: Path, described: Data) -> Iterator[Finding]:
    name, count = described.get("deviceClassName", ""), described.get("count", 0)
    if not name:
        yield required((*path, "deviceClassName"))
    else:
        yield from each_invalid((*path, "deviceClassName"), name, dns.subdomain(name))
    if described.get("allocationMode") == "All":
        if count:
            yield invalid((*path, "count"), count, "must not be specified when allocationMode is 'All'")
    elif count < 0:
        yield invalid((*path, "count"), count, "must be greater than zero")
    for place, selector in listed(path, described, "selectors"):
        if "cel" not in selector:
            yield required((*place, "cel"))
