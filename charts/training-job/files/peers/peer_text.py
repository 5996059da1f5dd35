"""Texts for output: those of another node or of this machine as one line without control characters, and ranges."""

from __future__ import annotations

from typing import Iterable


def printable(text: str, most: int) -> str:
    """Return at most `most` characters of a text. Characters that are not printable (control characters, line breaks,
    the controls of bidirectional text) are escaped as in Python; a second call changes nothing."""
    shown = "".join(character if character.isprintable() else _escaped(character) for character in text[: most + 1])
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def ranges(numbers: Iterable[int]) -> list[str]:
    """Return numbers, sorted, those in a row as a range: `0-2`, `5`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return [str(first) if first == last else f"{first}-{last}" for first, last in found]
