"""What differs between two values: the changed fields, lists item by item where their items have names."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from render.diff.lists import paired
from render.diff.path import Path
from render.kube.quantity import amount


class Absent(Enum):
    """What stands for a value that is not there: null is one that may be."""

    ABSENT = auto()


ABSENT: Final = Absent.ABSENT

_AMOUNTS = frozenset(("capacity", "hard", "limits", "minResources", "overhead", "requests"))
"""Mappings of quantities."""
_AMOUNT = frozenset(("divisor", "sizeLimit"))
"""Single ones."""


class Change(NamedTuple):
    """A field that differs. Of an added mapping or list the whole is one change."""

    path: Path
    old: Any
    new: Any


def changes(old: Any, new: Any, path: Path = ()) -> Iterator[Change]:
    """Yield what differs, in the order of the old value and then of the new one.

    A null in a mapping is nothing, as the API server has it; quantities are compared by what they stand for.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            yield from changes(_member(old, key), _member(new, key), (*path, key))
    elif isinstance(old, list) and isinstance(new, list) and old and new:
        yield from _of_lists(old, new, path)
    elif not _is_same(old, new, path):
        yield Change(path, old, new)


def differ(old: Any, new: Any, path: Path = ()) -> bool:
    """Say whether anything differs."""
    return next(changes(old, new, path), None) is not None


def _member(data: dict[str, Any], key: str) -> Any:
    value = data.get(key)
    return ABSENT if value is None else value


def _of_lists(old: list[Any], new: list[Any], path: Path) -> Iterator[Change]:
    pairs = paired(old, new)
    if pairs is None:
        if old != new or str(old) != str(new):  # `True == 1`
            yield Change(path, old, new)
        return
    for part, one, other in pairs.items:
        yield from changes(ABSENT if one is None else one, ABSENT if other is None else other, (*path, part))
    if pairs.old_order != pairs.new_order:
        yield Change(path, pairs.old_order, pairs.new_order)


def _is_same(old: Any, new: Any, path: Path) -> bool:
    if type(old) is type(new) and old == new:
        return True
    if isinstance(old, float | int) and isinstance(new, float | int):
        return isinstance(old, bool) is isinstance(new, bool) and old == new
    return _is_amount(path) and amount(old) is not None and amount(old) == amount(new)


def _is_amount(path: Path) -> bool:
    return bool(_AMOUNT.intersection(path[-1:]) or _AMOUNTS.intersection(path[-2:-1]))
