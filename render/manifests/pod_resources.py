"""Effective requests and limits of a pod: the sum of its containers, or a larger init container.

Source: https://kubernetes.io/docs/concepts/workloads/pods/init-containers/#resource-sharing-within-containers
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import ceil

from render.kube.formats.resources import COMPUTE, is_huge_pages
from render.kube.quantity import amount
from render.manifests.paths import Data
from render.manifests.pods import ContainerKind, Pod

Needs = Mapping[str, Fraction]
"""Amounts by resource name, in the resource's unit (cores, bytes, pieces)."""

_NEVER = frozenset({"ephemeral-storage"})
"""Resources that pod-level `resources` don't support."""


def effective_requests(pod: Pod) -> Needs:
    """Return the requests that the scheduler counts. A missing request defaults to the limit."""
    containers = ((container.kind, container.data) for container in pod.containers)
    return _sum(_peak(containers, _of_container), _amounts(pod.spec.get("overhead", {})))


def effective_limits(pod: Pod) -> Needs:
    """Return the limits of a pod; containers without a limit don't count."""
    containers = ((container.kind, container.data) for container in pod.containers)
    return _sum(_peak(containers, _limited), _amounts(pod.spec.get("overhead", {})))


def exact_requests(spec: Data) -> Needs:
    """Return the exact requests of a pod with this `spec`; limits don't count."""
    kinds: tuple[ContainerKind, ...] = ("initContainers", "containers")
    found = _peak(((kind, data) for kind in kinds for data in spec.get(kind, ())), _requested)
    own = {name: value for name, value in _requested(spec).items() if name in COMPUTE - _NEVER or is_huge_pages(name)}
    return _sum({**found, **own}, _exact(spec.get("overhead", {})))


def _peak(containers: Iterable[tuple[ContainerKind, Data]], own_of: Callable[[Data], Needs]) -> dict[str, Fraction]:
    """Return the maximum that the containers, in start order, need at the same time."""
    peak: dict[str, Fraction] = {}
    running: dict[str, Fraction] = {}
    for kind, data in containers:
        own = own_of(data)
        if kind == "initContainers" and data.get("restartPolicy") != "Always":
            peak = _largest(peak, _sum(running, own))
        elif kind != "ephemeralContainers":
            running = _sum(running, own)
    return _largest(peak, running)


def _requested(data: Data) -> Needs:
    return _exact(data.get("resources", {}).get("requests", {}))


def _limited(data: Data) -> Needs:
    return _amounts(data.get("resources", {}).get("limits", {}))


def _exact(quantities: Mapping[str, object]) -> dict[str, Fraction]:
    return {name: amount(quantity) or Fraction(0) for name, quantity in quantities.items()}


def _of_container(data: Data) -> Needs:
    resources = data.get("resources", {})
    return _amounts({**resources.get("limits", {}), **resources.get("requests", {})})


def _amounts(quantities: Mapping[str, object]) -> dict[str, Fraction]:
    """Return amounts as the scheduler rounds them: up to thousandths of a CPU, whole bytes and pieces."""
    return {
        name: Fraction(ceil(value * 1000), 1000) if name == "cpu" else Fraction(ceil(value))
        for name, value in _exact(quantities).items()
    }


def _sum(one: Needs, other: Needs) -> dict[str, Fraction]:
    return {name: one.get(name, Fraction(0)) + other.get(name, Fraction(0)) for name in {**one, **other}}


def _largest(one: Needs, other: Needs) -> dict[str, Fraction]:
    return {name: max(one.get(name, Fraction(0)), other.get(name, Fraction(0))) for name in {**one, **other}}
