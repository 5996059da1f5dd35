"""Ask whether the namespace is there."""

from collections.abc import Iterator

from render.doctor.finding import Finding, fault, ok
from render.doctor.view import NAMESPACE, View
from render.doctor.wanted import Wanted


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield one finding."""
    name, subject = wanted.namespace, f"Namespace/{wanted.namespace}"
    found = view.find(NAMESPACE, None, name)
    if found is None:
        yield fault(subject, "it does not exist", f"`kubectl create namespace {name}`, or another one with `-n`")
    elif found.get("status", {}).get("phase") == "Terminating":
        yield fault(subject, "it is being deleted", "another one with `-n`")
    else:
        yield ok(subject, "it is there")
