"""Ask whether the service accounts of the pods are there: without its account no pod is created."""

from collections.abc import Iterator

from render.doctor.finding import Finding, fault, ok
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.kube.kind import Kind

_KIND = Kind("", "v1", "ServiceAccount")


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding an account. Every namespace gets the account `default` by itself."""
    own = {item.data["metadata"]["name"] for item in wanted.applied if item.kind == _KIND}
    names = {pod.spec["serviceAccountName"] for pod in wanted.pods if "serviceAccountName" in pod.spec}
    for name in sorted(names - own):
        subject = f"ServiceAccount/{name}"
        if view.find(_KIND, wanted.namespace, name) is None:
            hint = f"`kubectl create serviceaccount {name} -n {wanted.namespace}`"
            yield fault(subject, f"it does not exist in `{wanted.namespace}`", hint)
        else:
            yield ok(subject, "it is there")
