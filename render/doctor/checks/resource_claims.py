"""Ask whether the devices that pods claim by name (dynamic resource allocation) have their claim or its template."""

from collections.abc import Iterator

from render.doctor.finding import Finding, fault, ok
from render.doctor.view import View
from render.doctor.wanted import Wanted

_GROUP = "resource.k8s.io"
_KINDS = {"resourceClaimName": "ResourceClaim", "resourceClaimTemplateName": "ResourceClaimTemplate"}
"""What a pod names, by its field."""


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a claim or template. Whether a node has the devices the scheduler alone tells."""
    claims = (claim for pod in wanted.pods for claim in pod.spec.get("resourceClaims", ()))
    named = {(kind, claim[field]) for claim in claims for field, kind in _KINDS.items() if field in claim}
    for kind, name in sorted(named):
        subject = f"{kind}/{name}"
        served = view.served(_GROUP, kind)
        if not served:
            hint = "Kubernetes has dynamic resource allocation from 1.34 on"
            yield fault(subject, f"the cluster has no `{_GROUP}`", hint)
        elif view.find(served[0], wanted.namespace, name) is None:
            yield fault(subject, f"it does not exist in `{wanted.namespace}`", "create it before the run")
        else:
            yield ok(subject, "it is there")
