"""Check label selectors."""

from collections.abc import Iterator

from render.kube.formats import labels
from render.manifests.paths import Data, list_items
from render.rules.admission._field_errors import each_invalid, forbidden, invalid, required
from render.rules.rule import Finding
from render.schema_errors.error import Path

_WITH_VALUES = ("In", "NotIn")
_WITHOUT_VALUES = ("Exists", "DoesNotExist")


def check_selector(path: Path, selector: Data) -> Iterator[Finding]:
    """Yield a finding for each invalid label and expression of a selector."""
    for key, text, why in labels.errors(selector.get("matchLabels", {})):
        yield invalid((*path, "matchLabels", key), text, why)
    for place, requirement in list_items(path, selector, "matchExpressions"):
        yield from _check_requirement(place, requirement)


def _check_requirement(path: Path, requirement: Data) -> Iterator[Finding]:
    operator, values = requirement.get("operator", ""), requirement.get("values", ())
    if operator in _WITH_VALUES:
        if not values:
            yield required((*path, "values"), "must be specified when `operator` is 'In' or 'NotIn'")
    elif operator not in _WITHOUT_VALUES:
        yield invalid((*path, "operator"), operator, "not a valid selector operator")
    elif values:
        yield forbidden((*path, "values"), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")
    key = requirement.get("key", "")
    yield from each_invalid((*path, "key"), key, labels.key_errors(key))
    for place, text in list_items(path, requirement, "values"):
        yield from each_invalid(place, text, labels.value_errors(text))
