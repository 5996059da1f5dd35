"""ADM601 port-name-missing: a Service has several ports, and one without a name.

With more than one port each has a name, a DNS label that no other port of the Service has. The API server refuses the
Service.

Source: https://kubernetes.io/docs/concepts/services-networking/service/#multi-port-services

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, ports: [{port: 29500}, {port: 29400}]}
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, ports: [{port: 29500, name: master}, {port: 29400, name: rendezvous}]}
"""

from collections.abc import Iterator

from render.kube import dns
from render.manifests.objects import Object
from render.manifests.places import listed
from render.rules.admission._refusal import duplicate, each_invalid, required
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",), keys=("ports",))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with each name."""
    spec = item.data.get("spec", {})
    seen: set[str] = set()
    for path, port in listed(("spec",), spec, "ports"):
        name, place = port.get("name", ""), (*path, "name")
        if name:
            yield from each_invalid(place, name, dns.label(name))
            if name in seen:
                yield duplicate(place, name)
        elif len(spec["ports"]) > 1:
            yield required(place, hint="with more than one port each needs a name")
        seen.add(name)
