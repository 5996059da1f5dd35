"""Room on the nodes for a pod: the sum, and the largest piece."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from render.kube.quantity import amount, format_amount
from render.manifests.fields import mapping_at, mappings_at
from render.why.object_index import ObjectIndex
from render.why.pod_state import PodState

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Room:
    """The room for one resource. Amounts are in its base unit."""

    resource: str
    wanted: Fraction | None
    """Request of a pod; None if unknown."""
    nodes: int
    """Number of nodes that were read."""
    largest_node: Fraction
    """Allocatable amount of the node with the most."""
    largest_free: Fraction
    free_sum: Fraction

    def shown(self, value: Fraction) -> str:
        """Return an amount with a unit."""
        return format_amount(value, is_size=self.resource in ("memory", "ephemeral-storage"))


def count_rooms(index: ObjectIndex, pod: PodState, resource: str) -> Room:
    """Return the room for a pod's request of a resource."""
    allocatable = {one.name: _amount(one.at("status", "allocatable"), resource) for one in index.all("/Node")}
    used = _used(index, resource)
    free = {name: max(_NOTHING, size - used[name]) for name, size in allocatable.items()}
    return Room(
        resource,
        requested(pod, resource) or None,
        len(allocatable),
        max(allocatable.values(), default=_NOTHING),
        max(free.values(), default=_NOTHING),
        sum(free.values(), _NOTHING),
    )


def requested(pod: PodState, resource: str) -> Fraction:
    """Return the request of a pod: of its containers together, or of its largest init container."""
    if resource == "pods":
        return Fraction(1)
    together = sum((_request(one, resource) for one in mappings_at(pod.spec, "containers")), _NOTHING)
    first = [_request(one, resource) for one in mappings_at(pod.spec, "initContainers")]
    return max(together, *first) if first else together


def _used(index: ObjectIndex, resource: str) -> Mapping[str, Fraction]:
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for one in index.all("/Pod"):
        pod = PodState(one)
        if pod.node and not pod.has_ended:
            found[pod.node] += requested(pod, resource)
    return found


def _request(container: Mapping[str, Any], resource: str) -> Fraction:
    resources = mapping_at(container, "resources")
    return _amount(resources.get("requests"), resource) or _amount(resources.get("limits"), resource)


def _amount(amounts: object, resource: str) -> Fraction:
    found = amounts.get(resource) if isinstance(amounts, Mapping) else None
    return _parse(found) if isinstance(found, str | int) and not isinstance(found, bool) else _NOTHING


@lru_cache(maxsize=1024)
def _parse(value: str | int) -> Fraction:
    return (amount(value) if len(str(value)) < 40 else None) or _NOTHING
