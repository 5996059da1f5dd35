"""ADM671 pod-ranges-malformed: a Node's ranges of pod addresses are invalid, or several are of one family.

`podCIDRs` has at most one range of each IP family. If its first one is not `podCIDR`, the API server replaces the whole
list by `podCIDR`. It rejects any other invalid list.

Source: https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/node-v1/#NodeSpec

Example:
    apiVersion: v1
    kind: Node
    metadata: {name: gpu-1}
    spec: {podCIDR: 10.0.0.0/24, podCIDRs: [10.0.0.0/24, 10.0.1.0/24]}
Use instead:
    apiVersion: v1
    kind: Node
    metadata: {name: gpu-1}
    spec: {podCIDR: 10.0.0.0/24, podCIDRs: [10.0.0.0/24, "fd00::/64"]}
"""

from collections.abc import Iterator

from render.kube.formats.addresses import cidr_errors
from render.manifests.objects import Object
from render.rules.admission._field_errors import each_invalid, invalid
from render.rules.rule import Finding, rule

_FAMILIES = 2


@rule(kinds=("/Node",))
def check(item: Object) -> Iterator[Finding]:
    """Check the ranges of pod addresses."""
    spec = item.data.get("spec", {})
    path, ranges = ("spec", "podCIDRs"), list(spec.get("podCIDRs") or ())
    first = spec.get("podCIDR") or ""
    if first and ranges and ranges[0] != first:
        ranges = []
    for place, text in enumerate(ranges or ([first] if first else [])):
        yield from each_invalid((*path, place) if ranges else ("spec", "podCIDR"), text, cidr_errors(text))
    families = [":" in text for text in ranges]
    if len(families) > _FAMILIES or len(families) > len(set(families)):
        yield invalid(path, ranges, "may specify no more than one CIDR for each IP family", "leave the others out")
