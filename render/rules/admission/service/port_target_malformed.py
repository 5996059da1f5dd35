"""ADM603 port-target-malformed: a Service leads to a port that no container can have.

`targetPort` is a number, or the name of a container's port: at most 15 lower case letters, digits and single hyphens.
`appProtocol` is a qualified name. The API server refuses the Service.

Source: https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, ports: [{port: 29500, targetPort: torch-rendezvous}]}
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, ports: [{port: 29500, targetPort: rendezvous}]}
"""

from collections.abc import Iterator

from render.kube import labels, names
from render.manifests.objects import Object
from render.manifests.places import listed
from render.rules.admission._refusal import each_invalid
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",), keys=("appProtocol", "targetPort"))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with each target."""
    for path, port in listed(("spec",), item.data.get("spec", {}), "ports"):
        target, protocol = port.get("targetPort"), port.get("appProtocol")
        # An empty name is none: the target is then the port itself.
        if isinstance(target, str) and target:
            yield from each_invalid((*path, "targetPort"), target, names.port_name(target))
        if protocol is not None:
            yield from each_invalid((*path, "appProtocol"), protocol, labels.key(protocol))
