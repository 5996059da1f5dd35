"""Rules of a JobSet's failure policy."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.schema_errors.error import Path


def failure_rules(item: Object) -> Iterator[tuple[Path, Data]]:
    """Yield the rules with their paths."""
    policy = item.data.get("spec", {}).get("failurePolicy", {})
    yield from list_items(("spec", "failurePolicy"), policy, "rules")
