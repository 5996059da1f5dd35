"""Text of another node or of this machine for output: one line, of bounded length, no control characters."""

from __future__ import annotations


def printable(text: str, most: int) -> str:
    """Return at most `most` characters of a text. Characters that are not printable (control characters, line breaks,
    the controls of bidirectional text) are escaped as in Python; a second call changes nothing."""
    shown = "".join(character if character.isprintable() else _escaped(character) for character in text[: most + 1])
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
