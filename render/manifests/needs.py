"""What the scheduler counts for a pod: the sum of its containers, or an init container that needs more.

Source: https://kubernetes.io/docs/concepts/workloads/pods/init-containers/#resource-sharing-within-containers
"""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from render.kube.quantity import amount
from render.manifests.places import Data
from render.manifests.pods import Pod

Needs = Mapping[str, Fraction]
"""By resource name, in its unit."""


def needs(pod: Pod) -> Needs:
    """Return what a pod needs. A container that states no request needs its limit."""
    peak: dict[str, Fraction] = {}
    running: dict[str, Fraction] = {}
    for container in pod.containers:
        own = _of_container(container.data)
        if container.kind == "initContainers" and container.data.get("restartPolicy") != "Always":
            peak = _largest(peak, _sum(running, own))
        elif container.kind != "ephemeralContainers":
            running = _sum(running, own)
    return _sum(_largest(peak, running), _amounts(pod.spec.get("overhead", {})))


def _of_container(data: Data) -> Needs:
    resources = data.get("resources", {})
    return _amounts({**resources.get("limits", {}), **resources.get("requests", {})})


def _amounts(quantities: Mapping[str, object]) -> dict[str, Fraction]:
    """Return amounts as the scheduler counts them: whole thousandths of a CPU, and whole bytes and pieces."""
    found = {name: amount(quantity) or Fraction(0) for name, quantity in quantities.items()}
    return {
        name: Fraction(ceil(value * 1000), 1000) if name == "cpu" else Fraction(ceil(value))
        for name, value in found.items()
    }


def _sum(one: Needs, other: Needs) -> dict[str, Fraction]:
    return {name: one.get(name, Fraction(0)) + other.get(name, Fraction(0)) for name in {**one, **other}}


def _largest(one: Needs, other: Needs) -> dict[str, Fraction]:
    return {name: max(one.get(name, Fraction(0)), other.get(name, Fraction(0))) for name in {**one, **other}}
