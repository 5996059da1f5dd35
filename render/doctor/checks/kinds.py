"""Check that the API server serves each kind of the run in its version."""

from collections.abc import Iterator

from render.cluster.products import PRODUCTS
from render.doctor.check_result import CheckResult, fault, ok
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.kube.gvk import GroupVersionKind


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per kind, except those of Kubernetes itself."""
    kinds = {item.kind for item in (*wanted.applied, *wanted.expanded) if item.kind.group in PRODUCTS}
    yield from (_found(kind, view) for kind in sorted(kinds))


def _found(kind: GroupVersionKind, view: ClusterView) -> CheckResult:
    product = PRODUCTS[kind.group]
    versions = [served.version for served in view.served(kind.group, kind.name)]
    if kind.version in versions:
        return ok(kind.name, f"`{kind.api_version}` is served")
    if versions:
        listed = ", ".join(f"`{version}`" for version in versions)
        hint = f"this cluster runs another release of {product.name}: {product.hint}"
        return fault(kind.name, f"`{kind.api_version}` is not served: the cluster has {listed}", hint)
    return fault(kind.name, f"`{kind.api_version}` is not served: the cluster has no {product.name}", product.hint)
