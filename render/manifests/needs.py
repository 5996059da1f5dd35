"""What is counted for a pod: the sum of its containers, or an init container that needs more.

Source: https://kubernetes.io/docs/concepts/workloads/pods/init-containers/#resource-sharing-within-containers
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import ceil

from render.kube.quantity import amount
from render.kube.resources import COMPUTE, is_huge_pages
from render.manifests.places import Data
from render.manifests.pods import ContainerKind, Pod

Needs = Mapping[str, Fraction]
"""By resource name, in its unit."""

_NEVER = frozenset({"ephemeral-storage"})
"""What a pod can't ask for as a whole."""


def needs(pod: Pod) -> Needs:
    """Return what the scheduler counts. A container that states no request needs its limit."""
    containers = ((container.kind, container.data) for container in pod.containers)
    return _sum(_peak(containers, _of_container), _amounts(pod.spec.get("overhead", {})))


def limits(pod: Pod) -> Needs:
    """Return what a pod may take at most; a container without a limit doesn't count."""
    containers = ((container.kind, container.data) for container in pod.containers)
    return _sum(_peak(containers, _limited), _amounts(pod.spec.get("overhead", {})))


def requests(spec: Data) -> Needs:
    """Return what a pod with this `spec` requests, to the last digit; limits don't count."""
    kinds: tuple[ContainerKind, ...] = ("initContainers", "containers")
    found = _peak(((kind, data) for kind in kinds for data in spec.get(kind, ())), _requested)
    own = {name: value for name, value in _requested(spec).items() if name in COMPUTE - _NEVER or is_huge_pages(name)}
    return _sum({**found, **own}, _exact(spec.get("overhead", {})))


def _peak(containers: Iterable[tuple[ContainerKind, Data]], own_of: Callable[[Data], Needs]) -> dict[str, Fraction]:
    """Return the most that containers, in the order in which they start, need at once."""
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
    """Return amounts as the scheduler counts them: whole thousandths of a CPU, and whole bytes and pieces."""
    return {
        name: Fraction(ceil(value * 1000), 1000) if name == "cpu" else Fraction(ceil(value))
        for name, value in _exact(quantities).items()
    }


def _sum(one: Needs, other: Needs) -> dict[str, Fraction]:
    return {name: one.get(name, Fraction(0)) + other.get(name, Fraction(0)) for name in {**one, **other}}


def _largest(one: Needs, other: Needs) -> dict[str, Fraction]:
    return {name: max(one.get(name, Fraction(0)), other.get(name, Fraction(0))) for name in {**one, **other}}
