"""Ports of the node that pods open, counted as resources: every node has each of them once."""

from collections.abc import Iterator
from fractions import Fraction

from render.manifests.needs import Needs
from render.manifests.places import Data

_PREFIX = "port "


def host_ports(spec: Data) -> Needs:
    """Return what a pod with this `spec` opens; on the network of the host, all its ports."""
    return dict.fromkeys(_opened(spec), Fraction(1))


def is_port(name: str) -> bool:
    """Say whether a name of what a pod needs is a port's."""
    return name.startswith(_PREFIX)


def _opened(spec: Data) -> Iterator[str]:
    is_of_host = spec.get("hostNetwork", False)
    for container in (*spec.get("initContainers", ()), *spec.get("containers", ())):
        for port in container.get("ports", ()):
            number = port.get("hostPort") or (port["containerPort"] if is_of_host else None)
            if number:
                yield f"{_PREFIX}{number}/{port.get('protocol', 'TCP')}"
