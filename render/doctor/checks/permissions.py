"""Check that the user may create the rendered objects (a SelfSubjectAccessReview per verb)."""

from collections.abc import Iterator

from render.doctor.check_result import CheckResult, fault, ok
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.kube.gvk import GroupVersionKind

_VERBS = ("create", "get", "patch")
"""Verbs that `helm install` and `kubectl apply` use."""


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per kind that is served."""
    for kind in sorted({item.kind for item in wanted.applied}):
        if kind in view.served(kind.group, kind.name):
            yield _found(kind, wanted.namespace, view)


def _found(kind: GroupVersionKind, namespace: str, view: ClusterView) -> CheckResult:
    refused = [verb for verb in _VERBS if not view.may(verb, kind, namespace)]
    if not refused:
        return ok(kind.name, f"you may {', '.join(_VERBS)} it in `{namespace}`")
    hint = "ask the cluster's administrator for a RoleBinding in the namespace"
    return fault(kind.name, f"you may not {', '.join(refused)} it in `{namespace}`", hint)
