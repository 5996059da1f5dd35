"""ADM603 port-target-malformed: a Service's `targetPort` or `appProtocol` is invalid.

`targetPort` is a number, or the name of a container's port: at most 15 lower case letters, digits and single hyphens.
`appProtocol` is a qualified name. The API server rejects the Service.

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

from render.kube.formats import labels, names
from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",), keys=("appProtocol", "targetPort"))
def check(item: Object) -> Iterator[Finding]:
    """Check each target port and protocol."""
    for path, port in list_items(("spec",), item.data.get("spec", {}), "ports"):
        target, protocol = port.get("targetPort"), port.get("appProtocol")
        # An empty name counts as missing: the target is then the port itself.
        if isinstance(target, str) and target:
            yield from each_invalid((*path, "targetPort"), target, names.port_name_errors(target))
        if protocol is not None:
            yield from each_invalid((*path, "appProtocol"), protocol, labels.key_errors(protocol))
