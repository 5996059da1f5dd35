"""ADM691 request-malformed: a resource claim has an invalid device request.

Each request has a unique name, a DNS label, and either `exactly`, which describes its devices, or `firstAvailable`, a
list of alternatives. `deviceClassName` is an object name; `count` is above zero, and not set with `allocationMode:
All`. The expressions of `selectors` are CEL over `device`, and say true or false. The API server rejects the claim.

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

from render.kube.formats import dns
from render.manifests.objects import Object
from render.manifests.paths import Data, list_items, select
from render.rules.admission._field_errors import duplicate, each_invalid, invalid, required
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_PLACES = {"ResourceClaim": ("spec", "devices"), "ResourceClaimTemplate": ("spec", "spec", "devices")}


@rule(kinds=("resource.k8s.io/ResourceClaim", "resource.k8s.io/ResourceClaimTemplate"))
def check(item: Object) -> Iterator[Finding]:
    """Check each request."""
    if item.kind.version != "v1":
        return  # other versions have another schema
    for path, devices in select(item.data, _PLACES[item.kind.name]):
        yield from _check_requests(path, devices)


def _check_requests(path: Path, devices: Data) -> Iterator[Finding]:
    seen: set[str] = set()
    for place, request in list_items(path, devices, "requests"):
        name, choices = request.get("name", ""), request.get("firstAvailable", ())
        yield from each_invalid((*place, "name"), name, dns.label_errors(name))
        if name in seen:
            yield duplicate((*place, "name"), name)
        seen.add(name)
        if ("exactly" in request) == bool(choices):
            yield required(place, "exactly one of `exactly` or `firstAvailable` is required")
        if "exactly" in request:
            yield from _check_devices((*place, "exactly"), request["exactly"])
        for below, choice in list_items(place, request, "firstAvailable"):
            yield from each_invalid((*below, "name"), choice.get("name", ""), dns.label_errors(choice.get("name", "")))
            yield from _check_devices(below, choice)


def _check_devices(path: Path, device: Data) -> Iterator[Finding]:
    name, count = device.get("deviceClassName", ""), device.get("count", 0)
    if not name:
        yield required((*path, "deviceClassName"))
    else:
        yield from each_invalid((*path, "deviceClassName"), name, dns.subdomain_errors(name))
    if device.get("allocationMode") == "All":
        if count:
            yield invalid((*path, "count"), count, "must not be specified when allocationMode is 'All'")
    elif count < 0:
        yield invalid((*path, "count"), count, "must be greater than zero")
    for place, selector in list_items(path, device, "selectors"):
        if "cel" not in selector:
            yield required((*place, "cel"))
        elif not (text := selector["cel"].get("expression", "")):
            yield required((*place, "cel", "expression"))
        elif reason := _selector_error(text):
            yield invalid((*place, "cel", "expression"), text, reason)


def _selector_error(expression: str) -> str | None:
    from render.rules.admission.device._selectors import selector_error  # few requests have selectors

    return selector_error(expression)
