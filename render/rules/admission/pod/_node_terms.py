"""What a term of a node selector can't be."""

from collections.abc import Iterator

from render.kube import dns, labels
from render.manifests.places import Data, listed
from render.rules.admission._refusal import each_invalid, forbidden, invalid, required
from render.rules.rule import Finding
from render.shape.mistake import Path

_NO_OPERATOR = "not a valid selector operator"


def malformed(path: Path, term: Data, *, are_values_free: bool = False) -> Iterator[Finding]:
    """Yield what is wrong with a term; of what is merely preferred, values may be anything."""
    for place, requirement in listed(path, term, "matchExpressions"):
        yield from _expression(place, requirement)
        for place_of_value, text in () if are_values_free else listed(place, requirement, "values"):
            yield from each_invalid(place_of_value, text, labels.value(text))
    for place, requirement in listed(path, term, "matchFields"):
        yield from _field(place, requirement)


def _expression(path: Path, requirement: Data) -> Iterator[Finding]:
    values = requirement.get("values", ())
    match requirement.get("operator", ""):
        case "In" | "NotIn":
            if not values:
                yield required((*path, "values"), "must be specified when `operator` is 'In' or 'NotIn'")
        case "Exists" | "DoesNotExist":
            if values:
                why = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
                yield forbidden((*path, "values"), why)
        case "Gt" | "Lt":
            if len(values) != 1:
                yield required((*path, "values"), "must be specified single value when `operator` is 'Lt' or 'Gt'")
        case operator:
            yield invalid((*path, "operator"), operator, _NO_OPERATOR)
    key = requirement.get("key", "")
    yield from each_invalid((*path, "key"), key, labels.key(key))


def _field(path: Path, requirement: Data) -> Iterator[Finding]:
    operator, key = requirement.get("operator", ""), requirement.get("key", "")
    if operator not in ("In", "NotIn"):
        yield invalid((*path, "operator"), operator, _NO_OPERATOR)
    elif len(requirement.get("values", ())) != 1:
        yield required((*path, "values"), "must be only one value when `operator` is 'In' or 'NotIn' for a field")
    if key != "metadata.name":
        yield invalid((*path, "key"), key, "not a valid field selector key")
        return
    for place, name in listed(path, requirement, "values"):
        yield from each_invalid(place, name, dns.subdomain(name))
