"""Ask whether the priority classes of the pods are there: without its class no pod is created."""

from collections.abc import Iterator

from render.doctor.finding import Finding, fault, ok
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.kube.kind import Kind

_KIND = Kind("scheduling.k8s.io", "v1", "PriorityClass")


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a class."""
    names = {pod.spec["priorityClassName"] for pod in wanted.pods if pod.spec.get("priorityClassName")}
    names |= {name for item in wanted.applied if (name := item.data.get("spec", {}).get("priorityClassName"))}
    for name in sorted(names):
        subject = f"PriorityClass/{name}"
        found = view.find(_KIND, None, name)
        if found is None:
            yield fault(subject, "it does not exist", "`kubectl get priorityclasses` lists those that do")
        else:
            yield ok(subject, f"it is there, with the value {found['value']}")
