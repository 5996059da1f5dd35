"""Paths of values in an object, with list items identified by keys; patterns of paths; and the items of two lists."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")

EACH = "[]"
"""Matches every item of a list in a pattern."""


class Item(NamedTuple):
    """A list item identified by a key, such as a container by its `name`."""

    key: str
    value: str | int


Part = str | int | Item
Path = tuple[Part, ...]
"""Keys of mappings, items of lists by their keys, or indexes from 0 if items have none."""

Pattern = tuple[str, ...]


def field_path(path: Sequence[Part]) -> str:
    """Return a path as text: `spec.containers[node].env[LR].value`."""
    written = ""
    for part in path:
        if isinstance(part, int):
            written += f"[{part}]"
        elif isinstance(part, Item):
            written += f"[{part.value}]"
        elif _BARE.fullmatch(part):
            written += f".{part}"
        else:
            written += f"['{part}']"
    return written.removeprefix(".")


def parse_pattern(written: str) -> Pattern:
    """Parse a pattern such as `spec.containers[].image`; empty for the whole object."""
    return tuple(part for part in written.replace(EACH, f".{EACH}").split(".") if part)


def is_below(path: Path, place: Pattern) -> bool:
    """Return True if a path is at or below a pattern."""
    return len(path) >= len(place) and all(
        wanted == part if isinstance(part, str) else wanted == EACH for part, wanted in zip(path, place, strict=False)
    )


_KEYS = ("name", "mountPath", "devicePath", "containerPort", "port", "manager", "key", "ip")
"""Keys that identify items (`listMapKey` of Kubernetes' lists); the first one that all items have counts."""


class ItemPairs(NamedTuple):
    """The items of two lists, and the order of the common items in each."""

    items: tuple[tuple[Part, Any, Any], ...]
    """Path part, old item and new item; None for a missing item."""
    old_order: list[str | int]
    new_order: list[str | int]


def pair_items(old: Sequence[Any], new: Sequence[Any]) -> ItemPairs | None:
    """Return the items of two lists matched by key, or by index if they are mappings without a key and equal in number.

    None if the lists are single values, such as a command.
    """
    key = next((key for key in _KEYS if _identifies(key, old) and _identifies(key, new)), None)
    if key is not None:
        before, after = ({item[key]: item for item in items} for items in (old, new))
        every = {**before, **after}
        items = tuple((Item(key, name), before.get(name), after.get(name)) for name in every)
        return ItemPairs(items, [name for name in before if name in after], [name for name in after if name in before])
    if len(old) == len(new) and all(isinstance(item, dict) for item in (*old, *new)):
        return ItemPairs(tuple((place, *both) for place, both in enumerate(zip(old, new, strict=True))), [], [])
    return None


def _identifies(key: str, items: Sequence[Any]) -> bool:
    names = [item.get(key) if isinstance(item, dict) else None for item in items]
    return all(isinstance(name, str | int) for name in names) and len(set(names)) == len(names)
