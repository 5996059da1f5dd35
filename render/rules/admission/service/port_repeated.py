"""ADM602 port-repeated: two ports of a Service are the same one.

A port's number and protocol are there once in a Service, and so are a node port's. The API server refuses the Service.

Source: https://kubernetes.io/docs/concepts/services-networking/service/

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, ports: [{port: 29500, name: master}, {port: 29500, name: rendezvous}]}
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, ports: [{port: 29500, name: master}, {port: 29400, name: rendezvous}]}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.places import listed
from render.rules.admission._refusal import duplicate
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",))
def check(item: Object) -> Iterator[Finding]:
    """Yield each port that is there before."""
    seen: set[tuple[str, str, int]] = set()
    for path, port in listed(("spec",), item.data.get("spec", {}), "ports"):
        protocol = port.get("protocol") or "TCP"
        for field in ("port", "nodePort"):
            key = (field, protocol, port.get(field, 0))
            if key[-1] and key in seen:
                yield duplicate((*path, field), f"{protocol}/{key[-1]}")
            seen.add(key)
