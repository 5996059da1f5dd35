"""The values that a process accepts from another one; they are checked before use."""

from __future__ import annotations

import math
from typing import Any

# A type; None; alternatives in a tuple; `[shape]`, a list of any length; `{key: shape}`, an object with these keys;
# a set of texts, one of them.
Shape = Any
# Python reads numbers of any size, and Infinity and NaN; no amount of the test takes more than 64 bits.
LARGEST = 2**63


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
    if shape is None:
        return value is None
    return type(value) in ((int, float) if shape is float else (shape,)) and _is_bounded(value)


def _is_bounded(value: object) -> bool:
    return not isinstance(value, (int, float)) or (abs(value) < LARGEST and not math.isnan(value))
