"""The claim templates of a JobSet."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.places import Data, listed
from render.shape.mistake import Path


def claim_templates(item: Object) -> Iterator[tuple[Path, Data]]:
    """Yield the templates of all policies with their paths."""
    for place, policy in listed(("spec",), item.data.get("spec", {}), "volumeClaimPolicies"):
        yield from listed(place, policy, "templates")
