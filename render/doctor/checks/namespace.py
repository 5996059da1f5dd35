"""Check that the namespace exists."""

from collections.abc import Iterator

from render.doctor.check_result import CheckResult, fault, ok
from render.doctor.cluster_view import NAMESPACE, ClusterView
from render.doctor.requirements import Requirements


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield one result."""
    name, subject = wanted.namespace, f"Namespace/{wanted.namespace}"
    found = view.find(NAMESPACE, None, name)
    if found is None:
        yield fault(
            subject, "it does not exist", f"run `kubectl create namespace {name}`, or choose another one with `-n`"
        )
    elif found.get("status", {}).get("phase") == "Terminating":
        yield fault(subject, "it is being deleted", "choose another one with `-n`")
    else:
        yield ok(subject, "it exists")
