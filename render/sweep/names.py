"""What tells the specs of a sweep apart by name: readable, and in the letters of DNS."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from render.sweep.expressions import Parameters

_OTHERS = re.compile("[^a-z0-9]+")


def suffixes(combinations: Sequence[Parameters]) -> list[str]:
    """Return what each combination adds to a name: `lr-0-1-nodes-2` for a rate of 0.1 on two nodes.

    Where two are written alike, the later one has a number behind it. Nothing is shortened.
    """
    found: dict[str, None] = {}
    for combination in combinations:
        wanted = suffix = "-".join(_parts(combination))
        number = 1
        while suffix in found:
            number += 1
            suffix = f"{wanted}-{number}"
        found[suffix] = None
    return list(found)


def _parts(combination: Parameters) -> Iterator[str]:
    for key, value in combination.items():
        yield from (part for part in (_label(key), _label(value)) if part)


def _label(value: Any) -> str:
    """Return a value in the letters of DNS: nothing of a list, of a mapping and of what has no such letters."""
    if isinstance(value, dict | list):
        return ""
    text = value if isinstance(value, str) else json.dumps(value)
    return _OTHERS.sub("-", text.lower()).strip("-")
