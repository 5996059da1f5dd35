"""Integers of any length are read as Helm's parser reads them."""

import pytest

from render import engine
from render.source.scalars import resolve_scalar

LONG = [
    "9" * 20,
    "-" + "9" * 20,
    "9" * 25,
    "9" * 308,
    "9" * 309,
    "9" * 5000,
    "1" + "0" * 308,
    "0x" + "f" * 20,
    "0b" + "1" * 70,
    "0o" + "7" * 30,
    "0" + "7" * 30,
]


@pytest.mark.parametrize("text", LONG, ids=lambda text: f"{text[:4]}-{len(text)}")
def test_beyond_64_bits(text: str) -> None:
    assert resolve_scalar(text) == engine.merge_values([f"a: {text}"])["a"]


@pytest.mark.parametrize("number", [2**64 - 1, -(2**63), 2**53 + 1])
def test_64_bits_are_kept(number: int) -> None:
    """Helm's values are floats; those of a manifest are not."""
    assert resolve_scalar(str(number)) == number
