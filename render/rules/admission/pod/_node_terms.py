"""Check terms of a node selector."""

from collections.abc import Iterator

from render.kube.formats import dns, labels
from render.manifests.paths import Data, list_items
from render.rules.admission._field_errors import each_invalid, forbidden, invalid, required
from render.rules.rule import Finding
from render.schema_errors.error import Path

_NO_OPERATOR = "not a valid selector operator"


def check_node_term(path: Path, term: Data, *, are_values_free: bool = False) -> Iterator[Finding]:
    """Yield a finding for each fault of a term; `are_values_free` skips the values, as for preferred terms."""
    for place, requirement in list_items(path, term, "matchExpressions"):
        yield from _check_expression(place, requirement)
        for place_of_value, text in () if are_values_free else list_items(place, requirement, "values"):
            yield from each_invalid(place_of_value, text, labels.value_errors(text))
    for place, requirement in list_items(path, term, "matchFields"):
        yield from _check_field(place, requirement)


def _check_expression(path: Path, requirement: Data) -> Iterator[Finding]:
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
    yield from each_invalid((*path, "key"), key, labels.key_errors(key))


def _check_field(path: Path, requirement: Data) -> Iterator[Finding]:
    operator, key = requirement.get("operator", ""), requirement.get("key", "")
    if operator not in ("In", "NotIn"):
        yield invalid((*path, "operator"), operator, _NO_OPERATOR)
    elif len(requirement.get("values", ())) != 1:
        yield required((*path, "values"), "must be only one value when `operator` is 'In' or 'NotIn' for a field")
    if key != "metadata.name":
        yield invalid((*path, "key"), key, "not a valid field selector key")
        return
    for place, name in list_items(path, requirement, "values"):
        yield from each_invalid(place, name, dns.subdomain_errors(name))
