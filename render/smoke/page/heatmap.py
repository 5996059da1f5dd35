"""Node by node: how fast each measured pair is, as squares of a drawing. On the diagonal is a node with itself.

The colour is the rate and no verdict: what is slow, the test says itself, and that is marked.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from render.smoke.result import Diagnosis, Link, Result
from render.smoke.units import rate

WIDTH = 560
START = 132
"""Where the first row and column begin: before it is room for names."""
_CHARACTERS = 15
_NUMBERED = 10
"""Nodes up to which the squares have room for a number."""
_NAMED = 40
"""Nodes up to which the rows have room for a name."""

BINS = ((0.8, "80 to 100 %"), (0.6, "60 to 80 %"), (0.4, "40 to 60 %"), (0.2, "20 to 40 %"), (0.0, "below 20 %"))
"""Parts of the fastest from which a square belongs to a class, with what the legend says."""


@dataclass(frozen=True, slots=True)
class Name:
    """A node, at the left and above."""

    at: float
    number: int
    host: str
    """In short."""
    full: str
    is_slow: bool


@dataclass(frozen=True, slots=True)
class Square:
    """A measured pair."""

    x: float
    y: float
    bin: int
    """Position in BINS."""
    text: str
    title: str
    is_slow: bool


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The drawing."""

    side: float
    """Of a square."""
    end: float
    """Where the last row and column end."""
    names: tuple[Name, ...]
    """Where there is no room for all, of the slow ones."""
    squares: tuple[Square, ...]
    start: int = START

    @property
    def is_fine(self) -> bool:
        """Whether lines between the squares would cover them."""
        return self.side < 8


def heatmap(result: Result) -> HeatMap | None:
    """Draw the measured pairs; None where there are none."""
    diagnosis = result.diagnosis
    if diagnosis is None or not diagnosis.links:
        return None
    ends = (end for link in diagnosis.links for end in (link.a, link.b))
    nodes = sorted({*range(len(result.hosts)), *ends, *(one.node for one in diagnosis.slow)})
    side = (WIDTH - START) / len(nodes)
    starts = {node: round(START + position * side, 2) for position, node in enumerate(nodes)}
    has_numbers = len(nodes) <= _NUMBERED
    squares = (
        Square(starts[one], starts[other], bin_, rate(link.busbw) if has_numbers else "", title, link.is_slow)
        for link, bin_, title in _ranked(result, diagnosis)
        for one, other in dict.fromkeys([(link.a, link.b), (link.b, link.a)])
    )
    slow = {one.node for one in diagnosis.slow}
    named = nodes if len(nodes) <= _NAMED else sorted(slow)[:_NAMED]
    names = (_name(starts[node] + side / 2, node, result.name(node), is_slow=node in slow) for node in named)
    return HeatMap(round(side, 2), float(WIDTH), tuple(names), tuple(sorted(squares, key=_layer)))


def _ranked(result: Result, diagnosis: Diagnosis) -> Iterator[tuple[Link, int, str]]:
    """Yield the pairs with their classes: networks are compared with networks, nodes inside with nodes inside."""
    for is_inside in (False, True):
        links = [link for link in diagnosis.links if (link.a == link.b) == is_inside]
        fastest = max((link.busbw for link in links), default=0.0)
        for link in links:
            part = link.busbw / fastest if fastest else 1.0
            bin_ = next(position for position, (least, _) in enumerate(BINS) if part >= least)
            pair = f"inside {result.name(link.a)}" if is_inside else f"{result.name(link.a)} and {result.name(link.b)}"
            yield link, bin_, f"{pair}: {rate(link.busbw)} GB/s"


def _layer(square: Square) -> bool:
    """Say whether a square is drawn above the others, so that its frame is whole."""
    return square.is_slow


def _name(at: float, node: int, full: str, *, is_slow: bool) -> Name:
    """Return a name without its domain, cut before its end, where the names of nodes differ."""
    host = full.removeprefix(f"{node}").strip().partition(".")[0]
    short = host if len(host) <= _CHARACTERS else f"…{host[1 - _CHARACTERS :]}"
    return Name(round(at, 1), node, short, full, is_slow)
