"""Buffers that repeat a short list of values."""

from __future__ import annotations

from typing import Any

import torch

# Elements per comparison, since it needs memory, too.
CHUNK = 2**24


def spread(target: Any, values: list[int]) -> None:
    """Repeat a tile over a buffer."""
    tile = torch.tensor(values, device=target.device).to(target.dtype)
    whole = len(target) // len(tile) * len(tile)
    target[:whole].view(-1, len(tile)).copy_(tile)
    target[whole:].copy_(tile[: len(target) - whole])


def differing(found: Any, values: list[int]) -> int:
    """Count the elements of a buffer that are not the tile's."""
    tile = torch.tensor(values, device=found.device).to(found.dtype)
    step = max(1, CHUNK // len(tile)) * len(tile)
    count = 0
    for start in range(0, len(found), step):
        chunk = found[start : start + step]
        whole = len(chunk) // len(tile) * len(tile)
        count += int((chunk[:whole].view(-1, len(tile)) != tile).sum())
        count += int((chunk[whole:] != tile[: len(chunk) - whole]).sum())
    return count
