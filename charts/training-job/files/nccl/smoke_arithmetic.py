"""Times to bandwidths, as nccl-tests defines them (doc/PERFORMANCE.md there)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import median
from typing import Callable, Sequence

# The factor from algbw to busbw for n processes: busbw is a property of the hardware and doesn't depend on n.
FACTORS: dict[str, Callable[[int], float]] = {
    "all_reduce": lambda n: 2 * (n - 1) / n,
    "all_gather": lambda n: (n - 1) / n,
    "reduce_scatter": lambda n: (n - 1) / n,
    "all_to_all": lambda n: (n - 1) / n,
    "broadcast": lambda _: 1.0,
}
DIGITS = 6


@dataclass(frozen=True)
class Row:
    """One size's measurement: bandwidths in GB/s (10^9 bytes a second), times in microseconds."""

    bytes: int
    algbw: float
    busbw: float
    wrong: int
    time: dict[str, float]


ROW = {
    "bytes": int,
    "algbw": float,
    "busbw": float,
    "wrong": int,
    "time": {"median": float, "p99": float, "min": float, "max": float},
}


def row(collective: str, size: int, processes: int, seconds: Sequence[float], wrong: int) -> Row:
    """Return the measurement from the times of single calls on `size` bytes; `size` as nccl-tests counts it."""
    ordered = sorted(seconds)
    algbw = size / median(ordered) / 1e9
    times = {"median": median(ordered), "p99": percentile(ordered, 99), "min": ordered[0], "max": ordered[-1]}
    micros = {name: rounded(value * 1e6) for name, value in times.items()}
    return Row(size, rounded(algbw), rounded(algbw * FACTORS[collective](processes)), wrong, micros)


def percentile(ordered: Sequence[float], percent: float) -> float:
    """Return the value that `percent` of the ordered values do not exceed (nearest rank)."""
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def rounded(value: float) -> float:
    """Return a value rounded to the significant digits of a measurement."""
    return float(f"{value:.{DIGITS}g}")
