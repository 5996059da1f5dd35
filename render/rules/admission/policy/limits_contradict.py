"""ADM669 limits-contradict: the limits of a LimitRange contradict each other, or repeat a type.

For each resource `min` ≤ `defaultRequest` ≤ `default` ≤ `max`. Only containers have defaults; each type is listed once,
and claims need `min` or `max`. The API server rejects the LimitRange.

Source: https://kubernetes.io/docs/concepts/policy/limit-range/

Example:
    apiVersion: v1
    kind: LimitRange
    metadata: {name: team}
    spec: {limits: [{type: Container, min: {cpu: 8}, max: {cpu: 4}}]}
Use instead:
    apiVersion: v1
    kind: LimitRange
    metadata: {name: team}
    spec: {limits: [{type: Container, min: {cpu: 4}, max: {cpu: 8}}]}
"""

from collections.abc import Iterator
from itertools import combinations

from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.rules.admission._field_errors import duplicate, forbidden, invalid, required
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_RISING = ("min", "defaultRequest", "default", "max")
_DEFAULTS = ("default", "defaultRequest")
_TYPES = frozenset({"Container", "PersistentVolumeClaim", "Pod"})


@rule(kinds=("/LimitRange",))
def check(item: Object) -> Iterator[Finding]:
    """Check each limit."""
    seen: set[str] = set()
    for path, limit in list_items(("spec",), item.data.get("spec", {}), "limits"):
        kind = limit.get("type", "")
        if kind in seen:
            yield duplicate((*path, "type"), kind)
        seen.add(kind)
        if kind not in _TYPES and "/" not in kind:
            yield invalid((*path, "type"), kind, "must be a standard limit type or fully qualified")
        if kind == "Pod":
            why = "may not be specified when `type` is 'Pod'"
            yield from (forbidden((*path, field), why) for field in _DEFAULTS if limit.get(field))
        if kind == "PersistentVolumeClaim" and not any("storage" in limit.get(end, {}) for end in ("min", "max")):
            yield required(path, "either minimum or maximum storage value is required, but neither was provided")
        yield from _check_order(path, limit)


def _check_order(path: Path, limit: Data) -> Iterator[Finding]:
    for lower, upper in combinations(_RISING, 2):
        for name, quantity in limit.get(lower, {}).items():
            least, most = amount(quantity), amount(limit.get(upper, {}).get(name))
            if least is not None and most is not None and least > most:
                place = (*path, upper if upper in _DEFAULTS and lower == "min" else lower, name)
                yield invalid(place, str(quantity), f"{lower} value {quantity} is greater than {upper} value {most}")
