"""Detect credentials in text. Callers report the kind of a credential, never its value."""

import math
import re
from collections import Counter

from render.redaction import KINDS

_MARK = re.compile("|".join(re.escape(mark) for marks, _ in KINDS.values() for mark in marks))

_NAME = re.compile(
    r"(^|_)(ACCESS_?KEY|API_?KEY|AUTH_?TOKEN|CREDENTIALS?|PASS(WORD|WD|PHRASE)?|PRIVATE_?KEY|SECRET|SECRET_?KEY|TOKEN)$",
    re.IGNORECASE,
)
_WORDS = ("KEY", "TOKEN", "CREDENTIAL", "PASS", "SECRET", "LOGIN", "AUTH")
"""Every name that `_NAME` matches contains one of these words, as do the commands of `_logins` and Docker's `auth`."""
_VALUE = re.compile(r"(?![./~])[A-Za-z0-9+/=_.~!@#%^&*-]{12,}")
_BITS = 3.0
"""Minimum entropy per character: words and placeholders have less or are short; keys have 3.5 and more."""


def secret(name: str, value: str) -> str | None:
    """Return the kind of credential that a value is, by its form or its name; None if it is not one."""
    for kind, (marks, pattern) in KINDS.items() if _MARK.search(value) else ():
        if any(mark in value for mark in marks) and re.search(pattern, value):
            return kind
    return "a credential" if _NAME.search(name.replace("-", "_")) and looks_random(value) else None


def looks_random(text: str) -> bool:
    """Return whether a text looks like a key or a strong password, and not like a word, a name or a path."""
    return _VALUE.fullmatch(text) is not None and any(map(str.isdigit, text)) and _entropy(text) >= _BITS


def may_hold_secret(text: str) -> bool:
    """Return whether a text may contain a credential, by a word of a name or a known mark: a quick check."""
    upper = text.upper()
    return any(word in upper for word in _WORDS) or _MARK.search(text) is not None


def _entropy(text: str) -> float:
    """Return the Shannon entropy of a text in bits per character."""
    counts = Counter(text).values()
    return -sum(count / len(text) * math.log2(count / len(text)) for count in counts)
