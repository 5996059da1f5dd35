"""Ask whether this user may create what the spec renders (a SelfSubjectAccessReview a verb)."""

from collections.abc import Iterator

from render.doctor.finding import Finding, fault, ok
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.kube.kind import Kind

_VERBS = ("create", "get", "patch")
"""What `helm install` and `kubectl apply` do."""


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a kind that is served."""
    for kind in sorted({item.kind for item in wanted.applied}):
        if kind in view.served(kind.group, kind.name):
            yield _found(kind, wanted.namespace, view)


def _found(kind: Kind, namespace: str, view: View) -> Finding:
    refused = [verb for verb in _VERBS if not view.may(verb, kind, namespace)]
    if not refused:
        return ok(kind.name, f"you may {', '.join(_VERBS)} it in `{namespace}`")
    hint = "ask whoever runs the cluster for a RoleBinding in the namespace"
    return fault(kind.name, f"you may not {', '.join(refused)} it in `{namespace}`", hint)
