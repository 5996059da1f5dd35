"""Amounts of bytes: as text, and the sizes to measure."""

from __future__ import annotations

import re

UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}
BINARY = ("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)


def parse(text: str) -> int:
    """Return the bytes that a text such as `8`, `64Mi` or `1G` means, as Kubernetes reads it. Raises ValueError."""
    found = re.fullmatch(r"(\d+)([KMG]i?|)", text.replace("k", "K", 1))
    if not found or not int(found.group(1)):
        raise ValueError(f"`{text}` is not an amount of bytes such as 8, 64Mi or 1G")
    return int(found.group(1)) * UNITS[found.group(2)]


def show(size: int) -> str:
    """Return an amount as text: `8 GiB`, `1.5 MiB`, `12 B`."""
    for name, unit in BINARY:
        if size >= unit:
            return f"{size / unit:.4g} {name}"
    return f"{size} B"


def sweep(smallest: int, largest: int, step: int, grain: int) -> list[int]:
    """Return the sizes from `smallest` to `largest`, each `step` times the one before, in whole multiples of `grain`
    bytes."""
    sizes: list[int] = []
    size = smallest
    while size <= largest:
        whole = size // grain * grain
        if whole and whole not in sizes[-1:]:
            sizes.append(whole)
        size *= step
    return sizes
