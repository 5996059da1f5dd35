"""What a run will be here: its nodes, and all that differs from the cluster."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from uuid import uuid4

from render.local import devices
from render.local.addresses import loopback, numbered, of_all
from render.local.change import Change, lines
from render.local.errors import LocalError
from render.local.namespaces import namespaces
from render.local.node import Node
from render.local.nodes import Machine, nodes
from render.local.readiness import require, require_own_ports
from render.local.rendered import MAX_NODES, Rendered
from render.local.running import Enter, here
from render.local.selection import PREFLIGHT, init_containers, is_initializer, left_out
from render.local.volumes import Volumes

_NETWORK = "10.131"
"""The first half of the addresses of nodes in namespaces, which no other network is joined to."""
_INTERFACE = "eth0"
"""Of a node in a namespace, where the spec names none."""
_MANY_PORTS = "ray"
"""The launcher whose nodes listen on ports that their pods don't declare, the same on each."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A run, ready to start."""

    rendered: Rendered
    nodes: tuple[Node, ...]
    machine: Machine
    is_isolated: bool

    @property
    def labels(self) -> list[str]:
        """The names of the nodes."""
        return [node.label for node in self.nodes]

    def place(self) -> AbstractContextManager[Enter]:
        """Return where the nodes run, to be entered: made then, and removed afterwards. Raises LocalError."""
        if not self.is_isolated:
            return nullcontext(here)
        interface = (self.rendered.values.get("network") or {}).get("interface") or _INTERFACE
        return namespaces(self.nodes, self.machine.addresses, interface)

    def notices(self) -> Iterator[str]:
        """Yield what a person should know before it starts."""
        yield from lines(self.machine.changes, self.labels)
        initializers = sorted({pod.role.name for pod in self.rendered.pods if is_initializer(pod)})
        skipped = sorted(self.machine.left_out & init_containers(node.pod for node in self.nodes) - {PREFLIGHT})
        yield from (f"not run: {name}" for name in (*initializers, *skipped))


def plan(
    rendered: Rendered, volumes: Volumes, caller: Mapping[str, str], *, is_isolated: bool, has_preflight: bool
) -> Plan:
    """Return what a run will be. Makes folders. Raises LocalError where it can't be, OSError."""
    pods = [pod for pod in rendered.pods if not is_initializer(pod)]
    if has_preflight and PREFLIGHT not in init_containers(pods):
        raise LocalError("`--preflight`: this run has none", "`preflight` in the spec says when there is one")
    if len(pods) > MAX_NODES:
        message = f"the run exceeds the limit of {MAX_NODES} nodes of one machine"
        raise LocalError(message, "give `--nodes`, or `local.numNodes`")
    machine = Machine(
        volumes=volumes,
        caller=caller,
        addresses=[numbered(_NETWORK, i) if is_isolated else loopback(i) for i in range(len(pods))],
        names={} if is_isolated else of_all(pods),
        devices=devices.here(),
        left_out=left_out(rendered.values, has_preflight=has_preflight),
        run_uid=str(uuid4()),
    )
    found = tuple(nodes(pods, machine))
    asked = int((rendered.values.get("network") or {}).get("port") or 0)
    machine.changes.extend(rendered.changes)
    if rendered.port is not None:
        machine.changes.extend(Change(node.label, "network.port", str(asked), str(rendered.port)) for node in found)
    require(found)
    if not is_isolated:
        _require_one_network(rendered, found, asked)
    return Plan(rendered, found, machine, is_isolated)


def _require_one_network(rendered: Rendered, found: Sequence[Node], port: int) -> None:
    if rendered.values.get("launcher") == _MANY_PORTS and len(found) > 1:
        raise LocalError(
            "the nodes of a Ray cluster listen on the same ports, and share this machine's", "use `--netns`"
        )
    require_own_ports(found, rendered.port or port)
