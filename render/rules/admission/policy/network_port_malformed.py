"""ADM664 network-port-malformed: a network policy opens ports that there can't be.

A port is a number, or the name of a container's port. A range ends at or above the number that it starts at, and can't
start at a name. The API server refuses the policy.

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

from render.kube import names
from render.manifests.objects import Object
from render.manifests.places import EACH, Data, places
from render.rules.admission._refusal import each_invalid, invalid
from render.rules.rule import Finding, rule
from render.shape.mistake import Path


@rule(kinds=("networking.k8s.io/NetworkPolicy",), keys=("ports",))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with each port and each range."""
    for direction in ("ingress", "egress"):
        for path, opened in places(item.data, ("spec", direction, EACH, "ports", EACH)):
            port = opened.get("port")
            if isinstance(port, str):
                yield from each_invalid((*path, "port"), port, names.port_name(port))
            if "endPort" in opened:
                yield from _range((*path, "endPort"), opened)


def _range(path: Path, opened: Data) -> Iterator[Finding]:
    start, end = opened.get("port"), opened["endPort"]
    if start is None:
        yield invalid(path, end, "may not be specified when `port` is not specified")
    elif isinstance(start, str):
        yield invalid(path, end, "may not be specified when `port` is non-numeric")
    elif end < start:
        yield invalid(path, end, "must be greater than or equal to `port`")
