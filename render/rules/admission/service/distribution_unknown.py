"""ADM610 distribution-unknown: a Service asks for a way to spread traffic that does not exist.

`trafficDistribution` is `PreferClose`, `PreferSameZone` or `PreferSameNode`. The API server refuses the Service.

Source: https://kubernetes.io/docs/reference/networking/virtual-ips/#traffic-distribution

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: store}
    spec: {ports: [{port: 80}], trafficDistribution: PreferSameRack}
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: store}
    spec: {ports: [{port: 80}], trafficDistribution: PreferSameZone}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission._refusal import unsupported
from render.rules.rule import Finding, rule

_KNOWN = ("PreferClose", "PreferSameNode", "PreferSameZone")


@rule(kinds=("/Service",), keys=("trafficDistribution",))
def check(item: Object) -> Iterator[Finding]:
    """Yield the unknown way."""
    wanted = item.data.get("spec", {}).get("trafficDistribution")
    if wanted is not None and wanted not in _KNOWN:
        yield unsupported(("spec", "trafficDistribution"), wanted, _KNOWN)
