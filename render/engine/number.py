"""Numbers in Helm's words about a limit: with commas, and large ones as a power of ten in superscript."""

import re
from decimal import Decimal

_TIMES = "\N{MULTIPLICATION SIGN}10"
_NUMBER = rf"-?[\d.,]+(?:{_TIMES}[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
_LIMIT = re.compile(f"(?P<rule>[A-Za-z]+): got (?P<got>{_NUMBER}), want (?P<want>{_NUMBER})")
_SUPERSCRIPT = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")

LONGEST = 21
"""Digits up to which a number is written out, as JSON does."""


def plain(message: str) -> str:
    """Return a message about a limit with its numbers as a spec holds them; any other message as it is."""
    limit = _LIMIT.fullmatch(message)
    return f"{limit['rule']}: got {_digits(limit['got'])}, want {_digits(limit['want'])}" if limit else message


def _digits(text: str) -> str:
    digits, _, power = text.replace(",", "").partition(_TIMES)
    number = Decimal(digits).scaleb(int(power.translate(_SUPERSCRIPT) or 0))
    return f"{number:f}" if number.adjusted() < LONGEST else f"{number:e}"
