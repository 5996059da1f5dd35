"""Check that ResourceClaims and templates (dynamic resource allocation) that pods name exist."""

from collections.abc import Iterator

from render.doctor.check_result import CheckResult, fault, ok
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements

_GROUP = "resource.k8s.io"
_KINDS = {"resourceClaimName": "ResourceClaim", "resourceClaimTemplateName": "ResourceClaimTemplate"}
"""Kinds by the field that names them."""


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per claim or template. Only the scheduler knows whether a node has the devices."""
    claims = (claim for pod in wanted.pods for claim in pod.spec.get("resourceClaims", ()))
    named = {(kind, claim[field]) for claim in claims for field, kind in _KINDS.items() if field in claim}
    for kind, name in sorted(named):
        subject = f"{kind}/{name}"
        served = view.served(_GROUP, kind)
        if not served:
            hint = "dynamic resource allocation needs Kubernetes 1.34 or later"
            yield fault(subject, f"the cluster has no `{_GROUP}`", hint)
        elif view.find(served[0], wanted.namespace, name) is None:
            yield fault(subject, f"it does not exist in `{wanted.namespace}`", "create it before the run")
        else:
            yield ok(subject, "it exists")
