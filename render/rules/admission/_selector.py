"""What a label selector can't be, wherever one stands."""

from collections.abc import Iterator

from render.kube import labels
from render.manifests.places import Data, listed
from render.rules.admission._refusal import each_invalid, forbidden, invalid, required
from render.rules.rule import Finding
from render.shape.mistake import Path

_WITH_VALUES = ("In", "NotIn")
_WITHOUT_VALUES = ("Exists", "DoesNotExist")


def malformed(path: Path, selector: Data) -> Iterator[Finding]:
    """Yield what is wrong with the labels and the expressions of a selector."""
    for key, text, why in labels.refused(selector.get("matchLabels", {})):
        yield invalid((*path, "matchLabels", key), text, why)
    for place, requirement in listed(path, selector, "matchExpressions"):
        yield from _requirement(place, requirement)


def _requirement(path: Path, requirement: Data) -> Iterator[Finding]:
    operator, values = requirement.get("operator", ""), requirement.get("values", ())
    if operator in _WITH_VALUES:
        if not values:
            yield required((*path, "values"), "must be specified when `operator` is 'In' or 'NotIn'")
    elif operator not in _WITHOUT_VALUES:
        yield invalid((*path, "operator"), operator, "not a valid selector operator")
    elif values:
        yield forbidden((*path, "values"), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")
    key = requirement.get("key", "")
    yield from each_invalid((*path, "key"), key, labels.key(key))
    for place, text in listed(path, requirement, "values"):
        yield from each_invalid(place, text, labels.value(text))
