"""Where a value stands in an object, with the items of a list told by their keys, and patterns of such places."""

import re
from collections.abc import Sequence
from typing import NamedTuple

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")

EACH = "[]"
"""The part of a pattern that any item of a list is."""


class Item(NamedTuple):
    """An item of a list that is told apart by one of its keys, as a container is by its `name`."""

    key: str
    value: str | int


Part = str | int | Item
Path = tuple[Part, ...]
"""Keys of mappings, items of lists by their keys, positions from 0 where items have none."""

Pattern = tuple[str, ...]


def text(path: Sequence[Part]) -> str:
    """Return a path as people write it: `spec.containers[node].env[LR].value`."""
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


def pattern(written: str) -> Pattern:
    """Return a pattern of what is written as `spec.containers[].image`; empty for the whole object."""
    return tuple(part for part in written.replace(EACH, f".{EACH}").split(".") if part)


def is_below(path: Path, place: Pattern) -> bool:
    """Say whether a path leads to a place, or into it."""
    return len(path) >= len(place) and all(
        wanted == part if isinstance(part, str) else wanted == EACH for part, wanted in zip(path, place, strict=False)
    )
