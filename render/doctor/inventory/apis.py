"""List the installed products and their API versions."""

from collections.abc import Iterator

from render.cluster.products import JOBSET, PRODUCTS
from render.doctor.check_result import CheckResult, ok, warning
from render.doctor.cluster_view import ClusterView


def check(view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result for the API server and one per product. Runs need JobSet."""
    yield ok("Kubernetes", f"the API server is {view.version}")
    for group, product in PRODUCTS.items():
        versions = ", ".join(f"`{kind.api_version}`" for kind in view.served(group, product.kind))
        if versions:
            yield ok(product.name, f"`{product.kind}` is served as {versions}")
        elif group == JOBSET:
            yield warning(product.name, "it is not installed, and every run needs it", product.hint)
        else:
            yield ok(product.name, "it is not installed")
