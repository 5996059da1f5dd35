"""Check that the pods' runtime classes exist."""

from collections.abc import Iterator

from render.doctor.check_result import CheckResult, fault, ok
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.kube.gvk import GroupVersionKind

_KIND = GroupVersionKind("node.k8s.io", "v1", "RuntimeClass")


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per class."""
    named = {pod.spec["runtimeClassName"]: pod for pod in wanted.pods if pod.spec.get("runtimeClassName")}
    for name in sorted(named):
        subject = f"RuntimeClass/{name}"
        found = view.find(_KIND, None, name)
        if found is None:
            missing = fault(subject, "it does not exist", "`kubectl get runtimeclasses` lists those that do")
            yield missing.at(named[name].object, (*named[name].spec_path, "runtimeClassName"))
        else:
            yield ok(subject, f"it exists, with the handler `{found['handler']}`")
