"""Texts that are credentials. What is found is named by its kind, and never shown."""

import math
import re
from collections import Counter

from render.redaction import KINDS

_MARK = re.compile("|".join(re.escape(mark) for marks, _ in KINDS.values() for mark in marks))

_NAME = re.compile(
    r"(^|_)(ACCESS_?KEY|API_?KEY|AUTH_?TOKEN|CREDENTIALS?|PASS(WORD|WD|PHRASE)?|PRIVATE_?KEY|SECRET|SECRET_?KEY|TOKEN)$",
    re.IGNORECASE,
)
_WORDS = ("KEY", "TOKEN", "CREDENTIAL", "PASS", "SECRET")
"""Of which a name has one that `_NAME` knows."""
_VALUE = re.compile(r"(?![./~])[A-Za-z0-9+/=_.~!@#%^&*-]{12,}")
_BITS = 3.0
"""Of entropy a character: words and placeholders have less, or are short; keys have 3.5 and more."""


def secret(name: str, value: str) -> str | None:
    """Return what kind of credential a value is, going by itself and by the name that it has; None for none."""
    for kind, (marks, pattern) in KINDS.items() if _MARK.search(value) else ():
        if any(mark in value for mark in marks) and re.search(pattern, value):
            return kind
    return "a credential" if _NAME.search(name.replace("-", "_")) and looks_random(value) else None


def looks_random(text: str) -> bool:
    """Return whether a text looks like a key or a good password, and not like a word, a name or a path."""
    return _VALUE.fullmatch(text) is not None and any(map(str.isdigit, text)) and _entropy(text) >= _BITS


def may_hold_secret(text: str) -> bool:
    """Say whether a text is worth to be read for names and values: a word of such a name is in it, or a known mark."""
    upper = text.upper()
    return any(word in upper for word in _WORDS) or _MARK.search(text) is not None


def _entropy(text: str) -> float:
    """Return the bits that a character of a text carries, by how often each occurs."""
    counts = Counter(text).values()
    return -sum(count / len(text) * math.log2(count / len(text)) for count in counts)
