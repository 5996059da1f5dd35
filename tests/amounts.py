"""Random quantities, and the reasons for which the chart refuses one."""

import re
from decimal import Decimal
from fractions import Fraction

from hypothesis import strategies as st

from tests.golden.quantities import quantity

Given = str | int | float
"""A quantity as a spec holds it."""

MOST = 9 * 10**18
"""What the chart computes with: a little less than 64 bits hold."""

SUFFIXES = ["", *"numkMGTPE", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"]
GPUS = ["nvidia.com/gpu", "nvidia.com/gpu.shared", "nvidia.com/mig-1g.5gb", "nvidia.com/mig-7g.80gb", "amd.com/gpu"]
GPUS += ["gpu.intel.com/i915", "gpu.intel.com/xe", "habana.ai/gaudi"]
_DECIMALS = {"n": 9, "u": 6, "m": 3}
_PLAIN = re.compile(r"[0-9]+(\.(?P<fraction>[0-9]+))?(?P<suffix>[numkMGTPE]|[KMGTPE]i)?")

_WHOLES = (
    st.integers(0, 64) | st.integers(0, 10**7) | st.integers(0, 500).map(lambda n: n * 1000) | st.integers(0, 10**20)
)
_DIGITS = "0123456789"
_FRACTIONS = st.just("") | st.text(_DIGITS, max_size=3) | st.text(_DIGITS, max_size=24)
_NUMERALS = st.builds(
    lambda zeros, whole, fraction: f"{zeros}{whole}{'.' if fraction else ''}{fraction}",
    st.sampled_from(["", "", "", "00"]),
    _WHOLES,
    _FRACTIONS,
)
_PLAIN_TEXTS = st.builds("{}{}".format, _NUMERALS, st.sampled_from(SUFFIXES))
# Kubernetes knows the first six; the chart takes one way to write each quantity.
_ODD = "+1 .5 5. 1e3 1E3 1e-3 -1 1K 1ki 512GB 1_000 0x10 \u0661 NaN"
_ODD_TEXTS = st.sampled_from([*_ODD.split(), "", " 1", "1 Gi", str(MOST), str(MOST + 1)])
_LONG_TEXTS = st.sampled_from(["1" * 32, "1" + "0" * 400, "0." + "0" * 40 + "1", "0." + "0" * 400])
_NUMBERS = st.integers(0, 4096) | st.integers(-1, 2**54) | st.floats(0, 100) | st.floats(0, 2**54)

QUANTITIES: st.SearchStrategy[Given] = st.one_of(
    _PLAIN_TEXTS, _PLAIN_TEXTS, _PLAIN_TEXTS, _NUMBERS, _NUMBERS, _ODD_TEXTS | _LONG_TEXTS
)


def as_text(given: Given) -> str:
    """Return a quantity as text; a number that JSON writes with an exponent keeps it."""
    if isinstance(given, str):
        return given
    return repr(given) if 0 < given < 1e-6 else format(Decimal(repr(given)), "f")


def why_refused(resource: str, given: Given, containers: int) -> str | None:
    """Return why the chart refuses what each of so many containers asks of a resource; None where it does not."""
    if not isinstance(given, str) and not 0 <= given < 2**53:
        return "negative, or larger than the numbers that Helm reads exactly"
    text = as_text(given)
    plain = _PLAIN.fullmatch(text)
    if plain is None:
        return "not digits and a suffix"
    suffix = plain["suffix"] or ""
    is_cpu = resource == "cpu"
    amount = Fraction(quantity(text)) * (1000 if is_cpu else 1)
    decimals = len((plain["fraction"] or "").rstrip("0")) + _DECIMALS.get(suffix, 0) - (3 if is_cpu else 0)
    reasons = {
        "more CPUs than there are": is_cpu and suffix in ("E", "Ei"),
        "more GPUs than there are": resource in GPUS and amount >= 2**31,
        "more digits than 64 bits hold": len(text) > 32 or decimals > 18 or amount * 10 ** max(0, decimals) > MOST,
        "a sum that 64 bits do not hold": amount * containers > MOST,
        "a fraction of a piece": "/" in resource and amount.denominator > 1,
    }
    return next((reason for reason, applies in reasons.items() if applies), None)
