"""Check that ResourceClaims and templates (dynamic resource allocation) from outside of the run exist."""

from collections.abc import Iterator

from render.doctor.check_result import CheckResult, fault, ok
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.manifests.device_claims import COMPUTE_DOMAIN, channel_template

_GROUP = "resource.k8s.io"
_KINDS = {"resourceClaimName": "ResourceClaim", "resourceClaimTemplateName": "ResourceClaimTemplate"}
"""Kinds by the field that names them."""


def own_channels(wanted: Requirements) -> set[tuple[str, str]]:
    """Return the templates that NVIDIA's driver creates for the ComputeDomains of a run, each with its kind."""
    domains = (item for item in wanted.applied if item.kind.group_kind == COMPUTE_DOMAIN)
    return {("ResourceClaimTemplate", channel_template(item)) for item in domains}


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per claim or template. Only the scheduler knows whether a node has the devices."""
    claims = (claim for pod in wanted.pods for claim in pod.spec.get("resourceClaims", ()))
    own = {(item.kind.name, item.data["metadata"]["name"]) for item in wanted.applied} | own_channels(wanted)
    named = {(kind, claim[field]) for claim in claims for field, kind in _KINDS.items() if field in claim} - own
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
