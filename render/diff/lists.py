"""Lists whose items have a name of a kind: which item of one is which of the other."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from render.diff.path import Item, Part

_KEYS = ("name", "mountPath", "devicePath", "containerPort", "port", "manager", "key", "ip")
"""Keys that items are told apart by, the first that all of them have: those of Kubernetes' own lists (`listMapKey`)."""


class Paired(NamedTuple):
    """The items of two lists, and in which order those that both have stand in each."""

    items: tuple[tuple[Part, Any, Any], ...]
    """Each with its place; None where a list has it not."""
    old_order: list[str | int]
    new_order: list[str | int]


def paired(old: Sequence[Any], new: Sequence[Any]) -> Paired | None:
    """Return the items of two lists by their key; by position where they are mappings without one, and as many.

    None where the lists are values as a whole, as a command is.
    """
    key = next((key for key in _KEYS if _tells(key, old) and _tells(key, new)), None)
    if key is not None:
        before, after = ({item[key]: item for item in items} for items in (old, new))
        every = {**before, **after}
        items = tuple((Item(key, name), before.get(name), after.get(name)) for name in every)
        return Paired(items, [name for name in before if name in after], [name for name in after if name in before])
    if len(old) == len(new) and all(isinstance(item, dict) for item in (*old, *new)):
        return Paired(tuple((place, *both) for place, both in enumerate(zip(old, new, strict=True))), [], [])
    return None


def _tells(key: str, items: Sequence[Any]) -> bool:
    names = [item.get(key) if isinstance(item, dict) else None for item in items]
    return all(isinstance(name, str | int) for name in names) and len(set(names)) == len(names)
