"""ADM602 node-port-repeated: two ports of a Service have the same node port.

Each pair of `nodePort` and protocol occurs once in a Service. The API server rejects the Service.

Source: https://kubernetes.io/docs/concepts/services-networking/service/#type-nodeport

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {type: NodePort, ports: [{port: 80, name: a, nodePort: 30500}, {port: 81, name: b, nodePort: 30500}]}
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {type: NodePort, ports: [{port: 80, name: a, nodePort: 30500}, {port: 81, name: b, nodePort: 30501}]}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.rules.admission._field_errors import duplicate
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",), keys=("nodePort",))
def check(item: Object) -> Iterator[Finding]:
    """Check for repeated node ports."""
    seen: set[tuple[str, int]] = set()
    for path, port in list_items(("spec",), item.data.get("spec", {}), "ports"):
        number, protocol = port.get("nodePort", 0), port.get("protocol") or "TCP"
        if number and (protocol, number) in seen:
            yield duplicate((*path, "nodePort"), number)
        seen.add((protocol, number))
