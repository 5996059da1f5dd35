"""The rules of a JobSet's failure policy."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.places import Data, listed
from render.shape.mistake import Path


def failure_rules(item: Object) -> Iterator[tuple[Path, Data]]:
    """Yield the rules with their paths."""
    policy = item.data.get("spec", {}).get("failurePolicy", {})
    yield from listed(("spec", "failurePolicy"), policy, "rules")
