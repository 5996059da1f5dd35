"""Which values a process accepts of another one, before anything works with them."""

from __future__ import annotations

import math
from typing import Any

# A type; None; alternatives in a tuple; `[shape]`, a list of any length; `{key: shape}`, an object with these keys;
# a set of texts, one of them.
Shape = Any


def fits(value: object, shape: Shape) -> bool:
    """Return whether a value of JSON has a shape. `float` is any finite number; true and false are not numbers."""
    if isinstance(shape, tuple):
        return any(fits(value, one) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and value.keys() == shape.keys() and all(fits(value[k], shape[k]) for k in shape)
    if isinstance(shape, frozenset):
        return isinstance(value, str) and value in shape
    if shape is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return value is None if shape is None else type(value) is shape
