"""ADM664 network-port-malformed: a port of a network policy is invalid.

A port is a number, or the name of a container's port. `endPort` is at least `port`, which must then be a number. The
API server rejects the policy.

Source: https://kubernetes.io/docs/concepts/services-networking/network-policies/#targeting-a-range-of-ports

Example:
    apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: training}
    spec: {podSelector: {}, ingress: [{ports: [{port: 29500, endPort: 29400}]}]}
Use instead:
    apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: training}
    spec: {podSelector: {}, ingress: [{ports: [{port: 29400, endPort: 29500}]}]}
"""

from collections.abc import Iterator

from render.kube.formats import names
from render.manifests.objects import Object
from render.manifests.paths import EACH, Data, select
from render.rules.admission._field_errors import each_invalid, invalid
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


@rule(kinds=("networking.k8s.io/NetworkPolicy",), keys=("ports",))
def check(item: Object) -> Iterator[Finding]:
    """Check each port and each range."""
    for direction in ("ingress", "egress"):
        for path, entry in select(item.data, ("spec", direction, EACH, "ports", EACH)):
            port = entry.get("port")
            if isinstance(port, str):
                yield from each_invalid((*path, "port"), port, names.port_name_errors(port))
            if "endPort" in entry:
                yield from _check_range((*path, "endPort"), entry)


def _check_range(path: Path, entry: Data) -> Iterator[Finding]:
    start, end = entry.get("port"), entry["endPort"]
    if start is None:
        yield invalid(path, end, "may not be specified when `port` is not specified")
    elif isinstance(start, str):
        yield invalid(path, end, "may not be specified when `port` is non-numeric")
    elif end < start:
        yield invalid(path, end, "must be greater than or equal to `port`")
