"""How much of a node is free."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from render.doctor.nodes.ports import host_ports, is_port
from render.kube.quantity import amount
from render.manifests.needs import Needs, requests
from render.manifests.places import Data

PODS = "pods"
"""The resource that each pod takes one of."""
_OF_NODE = frozenset({"DaemonSet", "Node"})
"""Owners whose pods come back on their node whatever else runs there."""
_ENDED = frozenset({"Failed", "Succeeded"})

_ByNode = Mapping[str, Needs]


@dataclass(frozen=True, slots=True)
class Load:
    """What the pods that are bound to nodes take, by node."""

    now: _ByNode
    for_good: _ByNode
    """Only what belongs to the node itself."""

    @classmethod
    def of(cls, pods: Iterable[Data]) -> "Load":
        """Add up pods, of which none is kept."""
        now: defaultdict[str, defaultdict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for_good: defaultdict[str, defaultdict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for pod in pods:
            node = pod["spec"].get("nodeName")
            if node is None or pod.get("status", {}).get("phase") in _ENDED:
                continue
            own = {PODS: Fraction(1), **requests(pod["spec"]), **host_ports(pod["spec"])}
            for total in (now, for_good) if _is_of_node(pod) else (now,):
                for name, value in own.items():
                    total[node][name] += value
        return cls(now, for_good)

    @classmethod
    def none(cls) -> "Load":
        """Return that of a cluster without pods."""
        return cls({}, {})


def rooms(nodes: Sequence[Data], load: _ByNode) -> dict[str, Needs]:
    """Return what each node has for more pods, by its name."""
    names = [node["metadata"]["name"] for node in nodes]
    return {name: less(allocatable(node), load.get(name, {})) for name, node in zip(names, nodes, strict=True)}


def allocatable(node: Data) -> Needs:
    """Return what a node has for pods."""
    listed = node.get("status", {}).get("allocatable", {})
    return {name: amount(quantity) or Fraction(0) for name, quantity in listed.items()}


def less(room: Needs, needs: Needs, times: int = 1) -> Needs:
    """Return what is left of a room."""
    ports = filter(is_port, needs)
    return {name: _of(room, name) - needs.get(name, Fraction(0)) * times for name in (*room, *ports)}


def fits(room: Needs, needs: Needs) -> int:
    """Return how many pods with the same needs a room takes."""
    wanted = {**needs, PODS: Fraction(1)}
    return max(0, min(int(_of(room, name) // value) for name, value in wanted.items() if value > 0))


def lacking(room: Needs, needs: Needs) -> list[str]:
    """Return the resources of which a room has too little for one pod."""
    wanted = {**needs, PODS: Fraction(1)}
    return sorted(name for name, value in wanted.items() if value > _of(room, name))


def _of(room: Needs, name: str) -> Fraction:
    return room.get(name, Fraction(is_port(name)))


def _is_of_node(pod: Data) -> bool:
    return any(owner["kind"] in _OF_NODE for owner in pod["metadata"].get("ownerReferences", ()))
