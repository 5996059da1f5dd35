"""What the API server stores otherwise than it was sent."""

from collections.abc import Iterator
from typing import Literal, NamedTuple


class Difference(NamedTuple):
    """One place, its list positions left out, and whether there was nothing before."""

    kind: Literal["added", "changed"]
    place: str


def differences(sent: object, stored: object, place: str = "") -> Iterator[Difference]:
    """Yield where two values differ, in type as well: `8` is not `"8"`, and 1 is not 1.0."""
    if isinstance(sent, dict) and isinstance(stored, dict):
        for key in {**sent, **stored}:
            below = f"{place}/{key}"
            if key not in sent:
                yield Difference("added", below)
            else:
                yield from differences(sent[key], stored.get(key), below)
    elif isinstance(sent, list) and isinstance(stored, list) and len(sent) == len(stored):
        for one, other in zip(sent, stored, strict=True):
            yield from differences(one, other, f"{place}/*")
    elif type(sent) is not type(stored) or sent != stored:
        yield Difference("changed", place)
