"""ADM610 distribution-unknown: a Service has an unknown `trafficDistribution`.

`trafficDistribution` is `PreferClose`, `PreferSameZone` or `PreferSameNode`. The API server rejects the Service.

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
from render.rules.admission._field_errors import unsupported
from render.rules.rule import Finding, rule

_KNOWN = ("PreferClose", "PreferSameNode", "PreferSameZone")


@rule(kinds=("/Service",), keys=("trafficDistribution",))
def check(item: Object) -> Iterator[Finding]:
    """Check the value of `trafficDistribution`."""
    distribution = item.data.get("spec", {}).get("trafficDistribution")
    if distribution is not None and distribution not in _KNOWN:
        yield unsupported(("spec", "trafficDistribution"), distribution, _KNOWN)
