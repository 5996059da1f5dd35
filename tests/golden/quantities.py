"""Quantities, read by the Kubernetes client and written as the API server writes them."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from kubernetes.utils.quantity import parse_quantity

Place = tuple[str, ...]

_CANONICAL = re.compile(r"(?P<number>0|-?[1-9][0-9]*)(?P<suffix>[numkMGTPE]|[KMGTPE]i)?")
_MAPS = ("requests", "limits", "minResources")
_FIELDS = ("sizeLimit",)


def quantity(text: str) -> Decimal:
    """Return an amount in its unit. Raises ValueError."""
    amount = parse_quantity(text)  # type: ignore[no-untyped-call]
    assert isinstance(amount, Decimal)
    return amount


def is_canonical(value: object) -> bool:
    """Say whether the API server would write a quantity so: a whole number, and the largest suffix for it."""
    match = _CANONICAL.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        return False
    number, suffix = int(match["number"]), match["suffix"] or ""
    base = 1024 if suffix.endswith("i") else 1000
    return suffix in ("E", "Ei") or number % base != 0 or (number == 0 and not suffix)


def quantities(value: object, place: Place = ()) -> Iterator[tuple[Place, object]]:
    """Yield every quantity of an object with its place."""
    if isinstance(value, Mapping):
        for key, child in value.items():
            if key in _MAPS and isinstance(child, Mapping):
                yield from (((*place, key, name), amount) for name, amount in child.items())
            elif key in _FIELDS:
                yield (*place, key), child
            else:
                yield from quantities(child, (*place, key))
    elif isinstance(value, list):
        for position, child in enumerate(value):
            yield from quantities(child, (*place, str(position)))
