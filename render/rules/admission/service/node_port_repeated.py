"""ADM602 node-port-repeated: two ports of a Service take the same port of the nodes.

A `nodePort` and its protocol are there once in a Service. The API server refuses the Service.

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
from render.manifests.places import listed
from render.rules.admission._refusal import duplicate
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",), keys=("nodePort",))
def check(item: Object) -> Iterator[Finding]:
    """Yield each port that is there before."""
    seen: set[tuple[str, int]] = set()
    for path, port in listed(("spec",), item.data.get("spec", {}), "ports"):
        number, protocol = port.get("nodePort", 0), port.get("protocol") or "TCP"
        if number and (protocol, number) in seen:
            yield duplicate((*path, "nodePort"), number)
        seen.add((protocol, number))
