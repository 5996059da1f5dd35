"""Heat map of the rates of measured pairs of nodes. The diagonal has the rates inside nodes.

The colour depends on the rate only; nodes and pairs that the test reports as slow are marked.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from render.smoke.formatting import format_rate
from render.smoke.result import Diagnosis, Link, SmokeResult

WIDTH = 560
START = 132
"""Start of the first row and column; the space before it is for names."""
_CHARACTERS = 15
_NUMBERED = 10
"""Maximum nodes for a number in each square."""
_NAMED = 40
"""Maximum nodes for a name of each row."""

BINS = ((0.8, "80 to 100 %"), (0.6, "60 to 80 %"), (0.4, "40 to 60 %"), (0.2, "20 to 40 %"), (0.0, "below 20 %"))
"""Classes of squares: lower bound as a fraction of the fastest pair, and text of the legend."""


@dataclass(frozen=True, slots=True)
class NodeName:
    """The name of a node, at the left and at the top."""

    at: float
    number: int
    host: str
    """Short host name."""
    full: str
    is_slow: bool


@dataclass(frozen=True, slots=True)
class Square:
    """A square for a measured pair."""

    x: float
    y: float
    bin: int
    """Position in BINS."""
    text: str
    title: str
    is_slow: bool


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A heat map."""

    side: float
    """Length of a square's side."""
    end: float
    """End of the last row and column."""
    names: tuple[NodeName, ...]
    """Names of all nodes, or of the slow nodes if there are more than `_NAMED` nodes."""
    squares: tuple[Square, ...]
    start: int = START

    @property
    def is_fine(self) -> bool:
        """Return True if the squares are too small for lines between them."""
        return self.side < 8


def draw_heatmap(result: SmokeResult) -> HeatMap | None:
    """Return the heat map of a result; None if it has no measured pairs."""
    diagnosis = result.diagnosis
    if diagnosis is None or not diagnosis.links:
        return None
    ends = (end for link in diagnosis.links for end in (link.a, link.b))
    nodes = sorted({*range(len(result.hosts)), *ends, *(one.node for one in diagnosis.slow)})
    side = (WIDTH - START) / len(nodes)
    starts = {node: round(START + position * side, 2) for position, node in enumerate(nodes)}
    has_numbers = len(nodes) <= _NUMBERED
    squares = (
        Square(starts[one], starts[other], bin_, format_rate(link.busbw) if has_numbers else "", title, link.is_slow)
        for link, bin_, title in _ranked(result, diagnosis)
        for one, other in dict.fromkeys([(link.a, link.b), (link.b, link.a)])
    )
    slow = {one.node for one in diagnosis.slow}
    named = nodes if len(nodes) <= _NAMED else sorted(slow)[:_NAMED]
    names = (_name(starts[node] + side / 2, node, result.name(node), is_slow=node in slow) for node in named)
    return HeatMap(round(side, 2), float(WIDTH), tuple(names), tuple(sorted(squares, key=_layer)))


def _ranked(result: SmokeResult, diagnosis: Diagnosis) -> Iterator[tuple[Link, int, str]]:
    """Yield the pairs with their classes and titles. Pairs of two nodes and single nodes are compared separately."""
    for is_inside in (False, True):
        links = [link for link in diagnosis.links if (link.a == link.b) == is_inside]
        fastest = max((link.busbw for link in links), default=0.0)
        for link in links:
            part = link.busbw / fastest if fastest else 1.0
            bin_ = next(position for position, (least, _) in enumerate(BINS) if part >= least)
            pair = f"inside {result.name(link.a)}" if is_inside else f"{result.name(link.a)} and {result.name(link.b)}"
            yield link, bin_, f"{pair}: {format_rate(link.busbw)} GB/s"


def _layer(square: Square) -> bool:
    """Return True if a square is drawn after the others, so that they don't cover its frame."""
    return square.is_slow


def _name(at: float, node: int, full: str, *, is_slow: bool) -> NodeName:
    """Return a name with a short host name: without its domain, and without its start if it is long.

    The names of nodes usually differ at their end.
    """
    host = full.removeprefix(f"{node}").strip().partition(".")[0]
    short = host if len(host) <= _CHARACTERS else f"…{host[1 - _CHARACTERS :]}"
    return NodeName(round(at, 1), node, short, full, is_slow)
