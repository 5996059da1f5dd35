"""Slow nodes and links: a comparison among the nodes of one run, without reference values."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median_high, median_low
from typing import Sequence, Tuple, TypeVar

Pair = Tuple[int, int]
Key = TypeVar("Key", int, Pair)

# A node is slow if it stays this far below the usual value in every measurement. On GPUs, which nothing else uses, the
# practice is a tenth (NVIDIA AICR); processes on CPUs share them with everything, and the network with each other.
MARGINS = {"nccl": 0.1, "gloo": 0.5}
# Where the nodes differ more than that among themselves, the margin grows with them: three times the typical distance
# from the usual (about two standard deviations), up to a half.
DISTANCES = 3
LARGEST_MARGIN = 0.5


@dataclass(frozen=True)
class Measurements:
    """The best busbw in GB/s so far: among the processes of a node, and between all of two nodes, a before b."""

    inside: dict[int, float]
    pairs: dict[Pair, float]


@dataclass(frozen=True)
class Suspect:
    """A node that is slow inside, or towards all others that it was measured with."""

    node: int
    where: str
    busbw: float
    usual: float


@dataclass(frozen=True)
class Diagnosis:
    """The measurements, their rounds, and the slow nodes and links."""

    found: Measurements
    slow: Sequence[Suspect]
    links: Sequence[Pair]
    rounds: int


def nodes(found: Measurements, backend: str) -> list[Suspect]:
    """Return the slow nodes, by number. One pair alone can't tell which of its two is slow."""
    suspects = []
    reached = towards(found.pairs) if len(found.pairs) > 1 else {}
    for where, scores in (("inside", found.inside), ("network", reached)):
        suspects += [Suspect(node, where, scores[node], usual(scores)) for node in _low(scores, backend)]
    return sorted(suspects, key=lambda suspect: (suspect.node, suspect.where))


def links(found: Measurements, slow: list[Suspect], backend: str) -> list[Pair]:
    """Return the pairs that are slow although neither node is."""
    known = {suspect.node for suspect in slow}
    healthy = {pair: busbw for pair, busbw in found.pairs.items() if not known & set(pair)}
    return sorted(_low(healthy, backend)) if len(healthy) > 2 else []


def towards(pairs: dict[Pair, float]) -> dict[int, float]:
    """Return the busbw of each node with its best partner, so that a slow partner or a busy moment does not count."""
    reached: dict[int, float] = {}
    for pair, busbw in pairs.items():
        for node in pair:
            reached[node] = max(busbw, reached.get(node, 0.0))
    return reached


def usual(scores: dict[int, float]) -> float:
    """Return the busbw that the faster half reaches."""
    return median_high(scores.values())


def _low(scores: dict[Key, float], backend: str) -> list[Key]:
    if len(scores) < 2:
        return []
    middle = median_high(scores.values())
    distance = median_low([abs(score - middle) for score in scores.values()]) / middle if middle else 0.0
    margin = min(LARGEST_MARGIN, max(MARGINS[backend], DISTANCES * distance))
    return [key for key, score in scores.items() if score < middle * (1 - margin)]
