"""ADM601 port-name-missing: a Service has several ports, and one of them has no name.

If a Service has more than one port, each needs a name: a DNS label, unique in the Service. The API server rejects the
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

from render.kube.formats import dns
from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.rules.admission._field_errors import duplicate, each_invalid, required
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",), keys=("ports",))
def check(item: Object) -> Iterator[Finding]:
    """Check the name of each port."""
    spec = item.data.get("spec", {})
    seen: set[str] = set()
    for path, port in list_items(("spec",), spec, "ports"):
        name, place = port.get("name", ""), (*path, "name")
        if name:
            yield from each_invalid(place, name, dns.label_errors(name))
            if name in seen:
                yield duplicate(place, name)
        elif len(spec["ports"]) > 1:
            yield required(place, hint="name each port of a Service with several ports")
        seen.add(name)
