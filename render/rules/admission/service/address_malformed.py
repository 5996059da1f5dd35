"""ADM606 address-malformed: a Service has an invalid address, or one that its type does not support.

`clusterIP` is an IP address, or `None`, which only the type `ClusterIP` supports. `clusterIPs` starts with the same
address, and has at most one address of each family. External addresses must be IP addresses that other machines can
reach; `loadBalancerSourceRanges` are blocks of addresses. From Kubernetes 1.36 an address has no leading zeros. The API
server rejects the Service.

Source: https://kubernetes.io/docs/concepts/services-networking/service/#choosing-your-own-ip-address

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: Headless, ports: [{port: 29500}]}
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, ports: [{port: 29500}]}
"""

from collections.abc import Iterator

from render.kube.formats import addresses
from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.rules.admission._field_errors import duplicate, each_invalid, invalid
from render.rules.admission.service._service import is_headless, service_type
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",), keys=("clusterIP", "clusterIPs", "externalIPs", "ipFamilies", "loadBalancerSourceRanges"))
def check(item: Object) -> Iterator[Finding]:
    """Check each address."""
    spec = item.data.get("spec", {})
    if service_type(spec) == "ExternalName":
        return
    address, path = spec.get("clusterIP", ""), ("spec", "clusterIP")
    if is_headless(spec) and service_type(spec) in ("LoadBalancer", "NodePort"):
        yield invalid(path, "None", f"may not be set to 'None' for {service_type(spec)} services")
    elif address not in ("", "None") and (reasons := list(addresses.address_errors(address))):
        hint = "set `clusterIP: None` for a headless Service" if address.lower() in ("none", "headless") else None
        yield from each_invalid(path, address, reasons, hint)
    elif spec.get("clusterIPs") and not address:
        why = "must be empty when `clusterIP` is not specified"
        yield invalid(("spec", "clusterIPs"), spec["clusterIPs"], why, "set `clusterIP`")
    elif spec.get("clusterIPs"):
        yield from _check_cluster_ips(spec)
    for place, external in list_items(("spec",), spec, "externalIPs"):
        yield from each_invalid(place, external, addresses.address_errors(external))
    for place, text in list_items(("spec",), spec, "loadBalancerSourceRanges"):
        yield from each_invalid(place, text, addresses.cidr_errors(text.strip()))
    for index, family in enumerate(spec.get("ipFamilies", ())):
        if family in spec["ipFamilies"][:index]:
            yield duplicate(("spec", "ipFamilies", index), family)


def _check_cluster_ips(spec: Data) -> Iterator[Finding]:
    found, path = spec["clusterIPs"], ("spec", "clusterIPs")
    malformed = [
        ((*path, index), text, why)
        for index, text in enumerate(found)
        for why in (addresses.address_errors(text) if text != "None" else ())
    ]
    yield from (invalid(*one) for one in malformed)
    if "None" in found and found != ["None"]:
        yield invalid(path, found, "'None' must be the first and only value")
    elif len(found) > 2:
        yield invalid(path, found, "may only hold up to 2 values")
    elif len(found) == 2 and not malformed and addresses.is_ipv6(found[0]) == addresses.is_ipv6(found[1]):
        yield invalid(path, found, "may specify no more than one IP for each IP family")
    elif spec.get("clusterIP", found[0]) != found[0]:
        yield invalid(path, found, "first value must match `clusterIP`")
