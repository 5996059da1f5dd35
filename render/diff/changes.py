"""Find changed fields of two values; lists are compared item by item if their items have keys."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from render.diff.path import Path, pair_items
from render.kube.quantity import amount


class Absent(Enum):
    """Marks a missing value; null is a value."""

    ABSENT = auto()


ABSENT: Final = Absent.ABSENT

_AMOUNTS = frozenset(("capacity", "hard", "limits", "minResources", "overhead", "requests"))
"""Fields whose values are mappings of quantities."""
_AMOUNT = frozenset(("divisor", "sizeLimit"))
"""Fields whose values are quantities."""


class FieldChange(NamedTuple):
    """A changed field. An added mapping or list is one change."""

    path: Path
    old: Any
    new: Any


def find_changes(old: Any, new: Any, path: Path = ()) -> Iterator[FieldChange]:
    """Yield the changed fields, in the order of the old value and then of the new one.

    A null in a mapping counts as missing, as in the API server; quantities are compared by amount.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            yield from find_changes(_member(old, key), _member(new, key), (*path, key))
    elif isinstance(old, list) and isinstance(new, list) and old and new:
        yield from _of_lists(old, new, path)
    elif not _is_same(old, new, path):
        yield FieldChange(path, old, new)


def differ(old: Any, new: Any, path: Path = ()) -> bool:
    """Return True if anything differs."""
    return next(find_changes(old, new, path), None) is not None


def _member(data: dict[str, Any], key: str) -> Any:
    value = data.get(key)
    return ABSENT if value is None else value


def _of_lists(old: list[Any], new: list[Any], path: Path) -> Iterator[FieldChange]:
    pairs = pair_items(old, new)
    if pairs is None:
        if old != new or str(old) != str(new):  # `True == 1`
            yield FieldChange(path, old, new)
        return
    for part, one, other in pairs.items:
        yield from find_changes(ABSENT if one is None else one, ABSENT if other is None else other, (*path, part))
    if pairs.old_order != pairs.new_order:
        yield FieldChange(path, pairs.old_order, pairs.new_order)


def _is_same(old: Any, new: Any, path: Path) -> bool:
    if type(old) is type(new) and old == new:
        return True
    if isinstance(old, float | int) and isinstance(new, float | int):
        return isinstance(old, bool) is isinstance(new, bool) and old == new
    return _is_amount(path) and amount(old) is not None and amount(old) == amount(new)


def _is_amount(path: Path) -> bool:
    return bool(_AMOUNT.intersection(path[-1:]) or _AMOUNTS.intersection(path[-2:-1]))
