"""Quantities: their amounts against Kubernetes' own client, their canonical text against the API server's rules."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kubernetes.utils.quantity import parse_quantity

from render.kube.quantity import amount, canonical_form, format_amount

CANONICAL = {
    "1500m": "1500m",
    "8000m": "8",
    "65536Mi": "64Gi",
    "1000Ki": "1000Ki",
    "512Ki": "512Ki",
    "0.5Gi": "512Mi",
    "0.5": "500m",
    "1023Mi": "1023Mi",
    "0.25Ki": "256",
    "1000000": "1M",
    "1e3": "1e3",
    "1500e3": "1500e3",
    "0Gi": "0",
    "+2": "2",
    "2Ei": "2Ei",
    "2E": "2E",
    "2E3": "2e3",
    "0.0000000000000001Ei": "115292150461n",
}


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical(text: str) -> None:
    assert canonical_form(text) == CANONICAL[text]


@pytest.mark.parametrize("text", ["", "8 Gi", "512GB", "1e1.5", "Gi", "--1", "0x10"])
def test_what_is_none(text: str) -> None:
    assert amount(text) is None


@pytest.mark.parametrize(
    ("text", "billionths"),
    [
        ("0.1n", 1),
        ("-0.1n", -1),
        ("1.5n", 2),
        ("-1.5n", -2),
        ("1n", 1),
        ("0.0000000001", 1),
        ("1e-20", 1),
        ("-1e-20", -1),
    ],
)
def test_what_is_finer_than_a_billionth_is_rounded_away_from_zero(text: str, billionths: int) -> None:
    """As `resource.ParseQuantity` does (https://pkg.go.dev/k8s.io/apimachinery/pkg/api/resource#ParseQuantity)."""
    assert amount(text) == Fraction(billionths, 10**9)


@pytest.mark.parametrize(
    ("value", "is_size", "text"),
    [
        (Fraction(64 * 2**30), True, "64Gi"),
        (Fraction(64 * 2**30), False, "68719476736"),
        (Fraction(2048), True, "2Ki"),
        (Fraction(1024), True, "1Ki"),
        (Fraction(1023), True, "1023"),
        (Fraction(10**9), True, "1G"),
        (Fraction(2000), False, "2k"),
        (Fraction(2049, 2), True, "1024500m"),
        (Fraction(0), True, "0"),
    ],
)
def test_an_amount_as_text(value: Fraction, text: str, *, is_size: bool) -> None:
    assert format_amount(value, is_size=is_size) == text


QUANTITIES = st.builds(
    "{}{}{}".format,
    st.integers(0, 10**6),
    st.sampled_from(["", ".5", ".25"]),
    st.sampled_from(["", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"]),
)


@given(QUANTITIES)
def test_amounts_and_their_canonical_text_are_those_of_the_client(text: str) -> None:
    assert amount(text) == parse_quantity(text) == amount(canonical_form(text))  # type: ignore[no-untyped-call]
    assert canonical_form(canonical_form(text)) == canonical_form(text)
