"""List what of a run's products the cluster has, in which versions."""

from collections.abc import Iterator

from render.cluster.products import JOBSET, PRODUCTS
from render.doctor.finding import Finding, ok, warning
from render.doctor.view import View


def check(view: View) -> Iterator[Finding]:
    """Yield the API server, then a finding a product. Without JobSet nothing of ours can run."""
    yield ok("Kubernetes", f"the API server is {view.version}")
    for group, product in PRODUCTS.items():
        versions = ", ".join(f"`{kind.api_version}`" for kind in view.served(group, product.kind))
        if versions:
            yield ok(product.name, f"`{product.kind}` is served as {versions}")
        elif group == JOBSET:
            yield warning(product.name, "it is not installed, and every run is made of JobSets", product.hint)
        else:
            yield ok(product.name, "it is not installed")
