"""Resolve plain scalars as Helm and kubectl do, whose YAML 1.1 has peculiarities (sigs.k8s.io/yaml over go-yaml 2).

Other parsers differ: for PyYAML, `y` is text, `12:30:00` a number and `1e3` text. A test compares this with real Helm.
"""

import re

HELM_TRUE = frozenset(["y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE"])
HELM_FALSE = frozenset(["n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE"])
NOT_FINITE = frozenset(
    [".nan", ".NaN", ".NAN", *(f"{sign}.{name}" for sign in ("", "+", "-") for name in ("inf", "Inf", "INF"))]
)
OCTAL = re.compile(r"[-+]?0[0-7]*[1-7][0-7]*")
NULL = frozenset(["", "~", "null", "Null", "NULL"])

Scalar = str | int | float | bool | None

_WORDS = dict.fromkeys(HELM_TRUE, True) | dict.fromkeys(HELM_FALSE, False) | dict.fromkeys(NULL)
_NUMERIC_START = frozenset("+-.0123456789")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INTEGER = re.compile(
    r"(?P<sign>[-+]?)(?:0[xX](?P<hex>[0-9a-fA-F]+)|0[bB](?P<binary>[01]+)|0[oO](?P<octal>[0-7]+)"
    r"|(?P<old_octal>0[0-7]+)|(?P<decimal>0|[1-9][0-9]*))"
)
_LONGEST = 65
"""Maximum characters of an integer: a sign and 64 bits. Python rejects integers with thousands of digits."""
_BASES = {"hex": 16, "binary": 2, "octal": 8, "old_octal": 8, "decimal": 10}


def resolve_scalar(text: str) -> Scalar:
    """Return the value of a scalar without quotes and without a tag."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMERIC_START:
        return text
    digits = text.replace("_", "")
    if integer := _INTEGER.fullmatch(digits):
        return _integer(integer, text)
    if _FLOAT.fullmatch(digits):
        return _number(float(digits), text)
    return text


def key_text(text: str) -> str:
    """Return the text of a key that is a plain scalar: JSON keys are always text."""
    value = resolve_scalar(text)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    return text if value is None else str(value)


def _integer(match: re.Match[str], text: str) -> int | float | str:
    """Return an integer of up to 64 bits. Go reads a longer one as a float, or as text if it is not decimal."""
    base = match.lastgroup or "decimal"
    digits = f"{match['sign']}{match[base]}"
    if len(digits) <= _LONGEST:
        number = int(digits, _BASES[base])
        if -(2**63) <= number < 2**64:
            return number
    return _number(float(digits), text) if base in ("decimal", "old_octal") else text


def _number(number: float, text: str) -> int | float | str:
    """Return a float as JSON has it: `1.0` and `1` are the same."""
    if number in (float("inf"), float("-inf")):
        return text
    return int(number) if number.is_integer() and abs(number) < 1e21 else number
