"""Free resources of nodes, host ports included."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from render.kube.quantity import amount
from render.manifests.paths import Data
from render.manifests.pod_resources import Needs, exact_requests

PODS = "pods"
"""Resource name for the number of pods."""
_OF_NODE = frozenset({"DaemonSet", "Node"})
"""Owners whose pods stay on their node."""
_ENDED = frozenset({"Failed", "Succeeded"})

_ByNode = Mapping[str, Needs]


@dataclass(frozen=True, slots=True)
class Load:
    """Requests of the pods bound to each node."""

    now: _ByNode
    for_good: _ByNode
    """Only pods that stay on the node (DaemonSets, static pods)."""
    _free: dict[bool, tuple[Sequence[Data], Mapping[str, Needs]]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """Results of `free`, with the nodes that they are of."""

    @classmethod
    def of(cls, pods: Iterable[Data]) -> "Load":
        """Sum up pods."""
        now: defaultdict[str, defaultdict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for_good: defaultdict[str, defaultdict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for pod in pods:
            node = pod["spec"].get("nodeName")
            if node is None or has_ended(pod):
                continue
            own = {PODS: Fraction(1), **exact_requests(pod["spec"]), **host_ports(pod["spec"])}
            for total in (now, for_good) if _is_of_node(pod) else (now,):
                for name, value in own.items():
                    total[node][name] += value
        return cls(now, for_good)

    def without(self, pods: Iterable[Data]) -> "Load":
        """Return the load if these pods, which are part of it, were gone."""
        gone = Load.of(pods)
        return Load(_less(self.now, gone.now), _less(self.for_good, gone.for_good))

    def free(self, nodes: Sequence[Data], *, for_good: bool) -> Mapping[str, Needs]:
        """Return the free resources by node name; with `for_good`, as if only pods that stay were there.

        They are computed once for the same nodes: of 300 specs and 1,000 nodes they are nine tenths of the work.
        """
        known = self._free.get(for_good)
        if known is None or known[0] is not nodes:
            known = nodes, free_resources(nodes, self.for_good if for_good else self.now)
            self._free[for_good] = known
        return known[1]

    @classmethod
    def none(cls) -> "Load":
        """Return the load of a cluster without pods."""
        return cls({}, {})


def has_ended(pod: Data) -> bool:
    """Return True if a pod has ended, so that its node is free of it."""
    return pod.get("status", {}).get("phase") in _ENDED


def _less(load: _ByNode, gone: _ByNode) -> _ByNode:
    left = {
        node: {name: value - gone[node].get(name, Fraction(0)) for name, value in load[node].items()} for node in gone
    }
    return {**load, **left}


def free_resources(nodes: Sequence[Data], load: _ByNode) -> dict[str, Needs]:
    """Return the free resources of each node, by node name."""
    names = [node["metadata"]["name"] for node in nodes]
    return {name: subtract(allocatable(node), load.get(name, {})) for name, node in zip(names, nodes, strict=True)}


def allocatable(node: Data) -> Needs:
    """Return the allocatable resources of a node."""
    listed = node.get("status", {}).get("allocatable", {})
    return {name: amount(quantity) or Fraction(0) for name, quantity in listed.items()}


def subtract(room: Needs, needs: Needs, times: int = 1) -> Needs:
    """Return the free resources after pods with these requests are placed."""
    ports = filter(is_port, needs)
    return {name: _of(room, name) - needs.get(name, Fraction(0)) * times for name in (*room, *ports)}


def pods_that_fit(room: Needs, needs: Needs) -> int:
    """Return how many pods with these requests fit."""
    wanted = {**needs, PODS: Fraction(1)}
    return max(0, min(int(_of(room, name) // value) for name, value in wanted.items() if value > 0))


def lacking_resources(room: Needs, needs: Needs) -> list[str]:
    """Return the resources that are insufficient for one pod."""
    wanted = {**needs, PODS: Fraction(1)}
    return sorted(name for name, value in wanted.items() if value > _of(room, name))


def _of(room: Needs, name: str) -> Fraction:
    return room.get(name, Fraction(is_port(name)))


def _is_of_node(pod: Data) -> bool:
    return any(owner["kind"] in _OF_NODE for owner in pod["metadata"].get("ownerReferences", ()))


_PREFIX = "port "


def host_ports(spec: Data) -> Needs:
    """Return the host ports of a pod as resources: every node has each port once."""
    return dict.fromkeys(_opened(spec), Fraction(1))


def is_port(name: str) -> bool:
    """Return True for the resource name of a host port."""
    return name.startswith(_PREFIX)


def _opened(spec: Data) -> Iterator[str]:
    is_of_host = spec.get("hostNetwork", False)
    for container in (*spec.get("initContainers", ()), *spec.get("containers", ())):
        for port in container.get("ports", ()):
            number = port.get("hostPort") or (port["containerPort"] if is_of_host else None)
            if number:
                yield f"{_PREFIX}{number}/{port.get('protocol', 'TCP')}"
