"""Ask whether the runtime classes of the pods are there, and which nodes they are for."""

from collections.abc import Iterator

from render.doctor.finding import Finding, fault, ok
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.kube.kind import Kind

_KIND = Kind("node.k8s.io", "v1", "RuntimeClass")


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a class."""
    for name in sorted({pod.spec["runtimeClassName"] for pod in wanted.pods if pod.spec.get("runtimeClassName")}):
        subject = f"RuntimeClass/{name}"
        found = view.find(_KIND, None, name)
        if found is None:
            yield fault(subject, "it does not exist", "`kubectl get runtimeclasses` lists those that do")
        else:
            yield ok(subject, f"it is there, with the handler `{found['handler']}`")
