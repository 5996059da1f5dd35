"""Match labels with label selectors (`matchLabels` and `matchExpressions`).

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
"""

from collections.abc import Mapping
from typing import Any


def is_empty(selector: Mapping[str, Any]) -> bool:
    """Return True if a selector has no requirements: it selects everything."""
    return not selector.get("matchLabels") and not selector.get("matchExpressions")


def matches(selector: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    """Return True if a selector selects objects with these labels."""
    wanted: Mapping[str, str] = selector.get("matchLabels", {})
    return all(labels.get(key) == value for key, value in wanted.items()) and all(
        _holds(requirement, labels) for requirement in selector.get("matchExpressions", ())
    )


def _holds(requirement: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    found = labels.get(requirement["key"])
    match requirement["operator"]:
        case "In":
            return found in requirement.get("values", ())
        case "NotIn":
            return found not in requirement.get("values", ())
        case "Exists":
            return found is not None
        case _:
            return found is None
