"""What the scheduler counts for a pod.

Source: Kubernetes, `PodRequests` of `k8s.io/component-helpers/resource`.
"""

from collections.abc import Iterable
from decimal import Decimal

from tests.golden.cases import Object
from tests.golden.quantities import quantity

Needs = dict[str, Decimal]
"""Amounts by resource name, each in its unit."""


def total(parts: Iterable[Needs]) -> Needs:
    """Add up needs."""
    summed: Needs = {}
    for part in parts:
        summed |= {name: summed.get(name, Decimal(0)) + amount for name, amount in part.items()}
    return summed


def effective_requests(container: Object) -> dict[str, str]:
    """Return requests, and limits where they are missing."""
    resources = container.get("resources", {})
    return {**resources.get("limits", {}), **resources.get("requests", {})}


def container_needs(container: Object) -> Needs:
    """Return what the scheduler counts for a container."""
    return {name: quantity(amount) for name, amount in effective_requests(container).items()}


def pod_needs(pod: Object) -> Needs:
    """Return the larger of two: all containers, and the hungriest init container with the sidecars before it."""
    sidecars: Needs = {}
    phases: list[Needs] = []
    for container in pod["spec"].get("initContainers", []):
        phases.append(total([sidecars, container_needs(container)]))
        if container.get("restartPolicy") == "Always":
            sidecars = phases[-1]
    phases.append(total([sidecars, *map(container_needs, pod["spec"]["containers"])]))
    return {name: max(phase.get(name, Decimal(0)) for phase in phases) for phase in phases for name in phase}
