"""Ask whether the API server serves each kind that the run is made of, in its version."""

from collections.abc import Iterator

from render.cluster.products import PRODUCTS
from render.doctor.finding import Finding, fault, ok
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.kube.kind import Kind


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a kind; those of Kubernetes itself are there."""
    kinds = {item.kind for item in (*wanted.applied, *wanted.made) if item.kind.group in PRODUCTS}
    yield from (_found(kind, view) for kind in sorted(kinds))


def _found(kind: Kind, view: View) -> Finding:
    product = PRODUCTS[kind.group]
    versions = [served.version for served in view.served(kind.group, kind.name)]
    if kind.version in versions:
        return ok(kind.name, f"`{kind.api_version}` is served")
    if versions:
        listed = ", ".join(f"`{version}`" for version in versions)
        hint = f"the {product.name} of this cluster is of another release: {product.hint}"
        return fault(kind.name, f"`{kind.api_version}` is not served: the cluster has {listed}", hint)
    return fault(kind.name, f"`{kind.api_version}` is not served: the cluster has no {product.name}", product.hint)
