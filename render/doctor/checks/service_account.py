"""Check that the pods' service accounts exist. A pod without its account is not created."""

from collections.abc import Iterator

from render.doctor.check_result import CheckResult, fault, ok
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.kube.gvk import GroupVersionKind

_KIND = GroupVersionKind("", "v1", "ServiceAccount")


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per account. Every namespace has the account `default`."""
    own = {item.data["metadata"]["name"] for item in wanted.applied if item.kind == _KIND}
    named = {pod.spec["serviceAccountName"]: pod for pod in wanted.pods if "serviceAccountName" in pod.spec}
    for name in sorted(named.keys() - own):
        subject = f"ServiceAccount/{name}"
        if view.find(_KIND, wanted.namespace, name) is None:
            hint = f"`kubectl create serviceaccount {name} -n {wanted.namespace}`"
            missing = fault(subject, f"it does not exist in `{wanted.namespace}`", hint)
            yield missing.at(named[name].object, (*named[name].spec_path, "serviceAccountName"))
        else:
            yield ok(subject, "it exists")
