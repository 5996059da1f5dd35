"""Quantities such as `1500m` or `64Gi`: their amounts, and their canonical form on the API server."""

import re
from fractions import Fraction
from functools import lru_cache

from render.kube.formats.scalars import QUANTITY

_SHAPE = re.compile(QUANTITY)
_PARTS = re.compile(r"(?P<number>[+-]?[0-9.]+)(?P<suffix>.*)")
_DECIMAL = {"n": -3, "u": -2, "m": -1, "": 0, "k": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}
"""Powers of 1000 by suffix."""
_BINARY = {"": 0, "Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5, "Ei": 6}
"""Powers of 1024 by suffix."""
_SMALLEST = Fraction(1, 10**9)
_KEPT = 1024
"""Maximum number of cached quantities: a run has few distinct ones."""
_MOST = 40
"""Maximum exponent; larger ones change nothing: 64 bits hold 18 digits, 9 of them after the decimal point."""


def amount(quantity: object) -> Fraction | None:
    """Return a quantity's amount in its resource's unit (bytes, CPUs, devices); None if it is not a quantity.

    As in `resource.ParseQuantity`, amounts are rounded away from zero to a multiple of a billionth.
    """
    if isinstance(quantity, bool) or not isinstance(quantity, str | int | float):
        return None
    return _amount(str(quantity))


@lru_cache(_KEPT)
def _amount(text: str) -> Fraction | None:
    match = _PARTS.fullmatch(text) if _SHAPE.fullmatch(text) else None
    scale = _scale(match["suffix"]) if match else None
    if match is None or scale is None:
        return None
    value = Fraction(match["number"].rstrip(".")) * scale
    steps = abs(value) / _SMALLEST
    rounded = -(-steps.numerator // steps.denominator) * _SMALLEST
    return rounded if value >= 0 else -rounded


@lru_cache(_KEPT)
def canonical_form(quantity: str) -> str:
    """Return a quantity as the API server writes it. Raises ValueError if it is not a quantity.

    This is a whole number with the largest possible suffix of the same family
    (https://pkg.go.dev/k8s.io/apimachinery/pkg/api/resource).
    """
    value, match = amount(quantity), _PARTS.fullmatch(quantity)
    if value is None or match is None:
        raise ValueError(f"{quantity!r} is not a quantity")
    if match["suffix"].endswith("i") and abs(value) >= 1024 and value.denominator == 1:
        return _largest(value, _BINARY, 1024)
    if match["suffix"][:1] in ("e", "E") and match["suffix"] not in ("E", "Ei"):
        return _exponent(value)
    return _largest(value, _DECIMAL, 1000)


def format_amount(value: Fraction, *, is_size: bool) -> str:
    """Return the canonical quantity of an amount; for bytes, the shorter of the decimal and the binary one."""
    decimal = _largest(value, _DECIMAL, 1000)
    if not is_size or value < 1024 or value.denominator != 1:
        return decimal
    return min(decimal, _largest(value, _BINARY, 1024), key=len)


def _scale(suffix: str) -> Fraction | None:
    if suffix in _BINARY:
        return Fraction(1024) ** _BINARY[suffix]
    if suffix in _DECIMAL:
        return Fraction(1000) ** _DECIMAL[suffix]
    exponent = suffix[1:]
    if "." in exponent:
        return None
    return Fraction(10) ** max(-_MOST, min(int(exponent), _MOST))


def _largest(value: Fraction, powers: dict[str, int], base: int) -> str:
    if value == 0:
        return "0"
    whole = [name for name, power in powers.items() if (value / Fraction(base) ** power).denominator == 1]
    suffix = max(whole, key=powers.__getitem__)
    return f"{value / Fraction(base) ** powers[suffix]}{suffix}"


def _exponent(value: Fraction) -> str:
    text = _largest(value, _DECIMAL, 1000)
    suffix = text[-1:] if text[-1:].isalpha() else ""
    return text.removesuffix(suffix) + (f"e{3 * _DECIMAL[suffix]}" if suffix else "")
