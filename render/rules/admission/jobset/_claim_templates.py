"""Claim templates of a JobSet."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.schema_errors.error import Path


def claim_templates(item: Object) -> Iterator[tuple[Path, Data]]:
    """Yield the claim templates of all `volumeClaimPolicies`, each with its path."""
    for place, policy in list_items(("spec",), item.data.get("spec", {}), "volumeClaimPolicies"):
        yield from list_items(place, policy, "templates")
