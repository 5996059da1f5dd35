"""Check that the run's pods and claims are within the limits of the namespace (LimitRange)."""

from collections.abc import Iterator
from fractions import Fraction

from render.doctor.check_result import CheckResult, fault, ok
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.doctor.storage import CLAIM
from render.kube.gvk import GroupVersionKind
from render.kube.quantity import amount
from render.manifests.paths import Data
from render.manifests.pod_resources import Needs, effective_requests

_KIND = GroupVersionKind("", "v1", "LimitRange")

_Measured = tuple[str, Needs]
"""A limited item in words, and its resources."""


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per LimitRange."""
    for found in view.list(_KIND, wanted.namespace):
        subject = f"LimitRange/{found['metadata']['name']}"
        broken = sorted({text for limit in found["spec"]["limits"] for text in _broken(limit, wanted)})
        hint = "change the request, or ask for another LimitRange"
        yield fault(subject, "; ".join(broken), hint) if broken else ok(subject, "the run is within its bounds")


def _broken(limit: Data, wanted: Requirements) -> Iterator[str]:
    for name, measured in _of_type(limit["type"], wanted):
        for resource, most in limit.get("max", {}).items():
            value = measured.get(resource)
            if value is not None and value > (amount(most) or 0):
                yield f"{name} has more `{resource}` than the maximum {most}"
        for resource, least in limit.get("min", {}).items():
            value = measured.get(resource)
            if value is not None and value < (amount(least) or 0):
                yield f"{name} has less `{resource}` than the minimum {least}"


def _of_type(kind: str, wanted: Requirements) -> Iterator[_Measured]:
    match kind:
        case "Container":
            for pod in wanted.pods:
                for container in pod.containers:
                    yield f"container `{container.data['name']}`", _most(container.data.get("resources", {}))
        case "Pod":
            for pod in wanted.pods:
                yield f"a pod of {pod.object.label}", effective_requests(pod)
        case "PersistentVolumeClaim":
            for item in wanted.applied:
                if item.kind == CLAIM:
                    yield item.label, _amounts(item.data["spec"]["resources"].get("requests", {}))


def _most(resources: Data) -> Needs:
    return {**_amounts(resources.get("requests", {})), **_amounts(resources.get("limits", {}))}


def _amounts(quantities: Data) -> Needs:
    return {name: amount(quantity) or Fraction(0) for name, quantity in quantities.items()}
