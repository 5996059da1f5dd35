"""Suggest the intended word."""

import re
from collections.abc import Iterable

_SEPARATORS = "[-_ ]"


def same(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that differs in case, `-` and `_` only."""
    return next((other for other in known if _plain(other) == _plain(word)), None)


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the most similar known word; None if none is similar."""
    words = sorted(known)
    found = same(word, words)
    if found is not None or not words or len(word) > 100:
        return found
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, words, n=1, cutoff=cutoff)), None)


def _plain(word: str) -> str:
    return re.sub(_SEPARATORS, "", word).lower()
