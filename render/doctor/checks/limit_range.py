"""Ask whether the pods and claims of the run are within the limits of the namespace (LimitRange)."""

from collections.abc import Iterator
from fractions import Fraction

from render.doctor.finding import Finding, fault, ok
from render.doctor.storage import CLAIM
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.kube.kind import Kind
from render.kube.quantity import amount
from render.manifests.needs import Needs, needs
from render.manifests.places import Data

_KIND = Kind("", "v1", "LimitRange")

_Measured = tuple[str, Needs]
"""What is limited, in words, and how much of each resource it has."""


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield what is out of bounds of each, or that nothing is."""
    for found in view.list(_KIND, wanted.namespace):
        subject = f"LimitRange/{found['metadata']['name']}"
        broken = sorted({text for limit in found["spec"]["limits"] for text in _broken(limit, wanted)})
        hint = "ask for less or more, or for another LimitRange"
        yield fault(subject, "; ".join(broken), hint) if broken else ok(subject, "the run is within its bounds")


def _broken(limit: Data, wanted: Wanted) -> Iterator[str]:
    for name, measured in _of_type(limit["type"], wanted):
        for resource, most in limit.get("max", {}).items():
            value = measured.get(resource)
            if value is not None and value > (amount(most) or 0):
                yield f"{name} has more `{resource}` than {most}"
        for resource, least in limit.get("min", {}).items():
            value = measured.get(resource)
            if value is not None and value < (amount(least) or 0):
                yield f"{name} has less `{resource}` than {least}"


def _of_type(kind: str, wanted: Wanted) -> Iterator[_Measured]:
    match kind:
        case "Container":
            for pod in wanted.pods:
                for container in pod.containers:
                    yield f"container `{container.data['name']}`", _most(container.data.get("resources", {}))
        case "Pod":
            for pod in wanted.pods:
                yield f"a pod of {pod.object.label}", needs(pod)
        case "PersistentVolumeClaim":
            for item in wanted.applied:
                if item.kind == CLAIM:
                    yield item.label, _amounts(item.data["spec"]["resources"].get("requests", {}))


def _most(resources: Data) -> Needs:
    return {**_amounts(resources.get("requests", {})), **_amounts(resources.get("limits", {}))}


def _amounts(quantities: Data) -> Needs:
    return {name: amount(quantity) or Fraction(0) for name, quantity in quantities.items()}
