"""The keys that an object has: most rules are about a few that few objects have."""

from typing import Any

from render.kube.remembered import remembered


@remembered(64)
def written(data: Any) -> frozenset[str]:
    """Return every key of every mapping in an object, at any depth."""
    found: set[str] = set()
    left = [data]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            found.update(value)
            left += value.values()
        elif isinstance(value, list):
            left += value
    return frozenset(found)
