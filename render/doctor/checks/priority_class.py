"""Check that the pods' priority classes exist. A pod without its class is not created."""

from collections.abc import Iterator

from render.doctor.check_result import CheckResult, fault, ok
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.kube.gvk import GroupVersionKind

_KIND = GroupVersionKind("scheduling.k8s.io", "v1", "PriorityClass")


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per class."""
    names = {pod.spec["priorityClassName"] for pod in wanted.pods if pod.spec.get("priorityClassName")}
    names |= {name for item in wanted.applied if (name := item.data.get("spec", {}).get("priorityClassName"))}
    for name in sorted(names):
        subject = f"PriorityClass/{name}"
        found = view.find(_KIND, None, name)
        if found is None:
            yield fault(subject, "it does not exist", "`kubectl get priorityclasses` lists those that do")
        else:
            yield ok(subject, f"it exists, with the value {found['value']}")
