"""GIT102 quantity-not-canonical: the cluster stores a quantity in a different form than the spec.

The API server stores `8000m` as `8` and `65536Mi` as `64Gi`. In a JobSet, a GitOps engine compares the text: the object
stays out of sync.

Source: https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/#known-kubernetes-types-in-crds-resource-limits-volume-mounts-etc

Example:
    image: registry.example/train:1
    resourcesPerNode: {requests: {cpu: 8000m}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {requests: {cpu: 8}}
"""

from collections.abc import Iterator

from render.kube.quantity import amount, canonical_form
from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Report quantities that are strings but not in canonical form."""
    for path, quantity in _quantities(run):
        if isinstance(quantity, str) and amount(quantity) is not None and canonical_form(quantity) != quantity:
            stored = canonical_form(quantity)
            message = (
                f"the cluster stores `{quantity}` as `{stored}`, so a GitOps engine reports a difference permanently"
            )
            yield Finding(path, message, f"write `{stored}`")


def _quantities(run: Run) -> Iterator[tuple[Path, object]]:
    yield ("storage", "sharedMemory", "sizeLimit"), run.at("storage", "sharedMemory", "sizeLimit")
    for path in (("resourcesPerNode",), *(("initializers", kind, "resources") for kind in ("dataset", "model"))):
        yield from _of_resources(path, run.at(*path))
    for field in ("initContainers", "sidecars"):
        for index, container in enumerate(run.at("pod", field) or []):
            yield from _of_resources(("pod", field, index, "resources"), container.get("resources"))


def _of_resources(path: Path, resources: object) -> Iterator[tuple[Path, object]]:
    for side in ("requests", "limits"):
        quantities = resources.get(side) if isinstance(resources, dict) else None
        yield from (((*path, side, name), quantity) for name, quantity in (quantities or {}).items())
