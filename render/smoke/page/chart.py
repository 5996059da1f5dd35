"""Chart of the bus bandwidth by size, as coordinates of a drawing."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from render.smoke.formatting import format_rate, format_size
from render.smoke.result import SmokeResult

WIDTH, HEIGHT = 760, 352
LEFT, RIGHT, TOP, BOTTOM = 64, 726, 42, 312
"""Edges of the plot within the drawing."""

_LABELS = 7
"""Maximum labels on the axis of sizes."""

Series = Sequence[tuple[int, float]]
"""Points of a line: bytes and GB/s."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid with its label."""

    at: float
    label: str
    is_minor: bool
    """True if the label may be left out on a narrow page."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A point for a measured size."""

    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True)
class Scale:
    """The scales of the axes: logarithmic for sizes, linear from zero for rates."""

    least: float
    """Binary logarithm of the smallest size."""
    most: float
    top: float
    """GB/s at the upper edge."""

    @classmethod
    def over(cls, sizes: Iterable[int], rates: Iterable[float]) -> "Scale":
        """Return the scale that contains all sizes and rates."""
        logs = [math.log2(one) for one in sizes] or [0.0]
        return cls(min(logs), max(logs), _round(max(rates, default=0.0)))

    def x(self, count: int) -> float:
        """Return the x coordinate of a size; a single size is in the middle."""
        share = 0.5 if self.most == self.least else (math.log2(count) - self.least) / (self.most - self.least)
        return round(LEFT + share * (RIGHT - LEFT), 1)

    def y(self, gigabytes: float) -> float:
        """Return the y coordinate of a rate."""
        return round(BOTTOM - gigabytes / self.top * (BOTTOM - TOP), 1)

    def path(self, series: Series) -> str:
        """Return a line through measured sizes, as the `points` of an SVG polyline."""
        return " ".join(f"{self.x(count)},{self.y(busbw)}" for count, busbw in series)

    def dots(self, series: Series) -> list[Dot]:
        """Return the points of measured sizes."""
        return [Dot(self.x(n), self.y(busbw), f"{format_size(n)}: {format_rate(busbw)} GB/s") for n, busbw in series]

    def sizes(self) -> list[Tick]:
        """Return the lines of the grid at powers of two."""
        first, last = math.ceil(self.least), math.floor(self.most)
        step = max(1, math.ceil((last - first + 1) / _LABELS))
        return [
            Tick(self.x(2**power), format_size(2**power), is_minor=position % 2 == 1)
            for position, power in enumerate(range(first, last + 1, step))
        ]

    def rates(self) -> list[Tick]:
        """Return the lines of the grid at quarters of the upper edge."""
        return [
            Tick(self.y(self.top * n / 4), format_rate(self.top * n / 4) if n else "0", n % 2 == 1) for n in range(5)
        ]


@dataclass(frozen=True, slots=True)
class Level:
    """A horizontal line: the floor or the ceiling."""

    kind: str
    at: float
    label: str


@dataclass(frozen=True, slots=True)
class EarlierLine:
    """The line of an earlier run."""

    points: str
    run: str


@dataclass(frozen=True, slots=True)
class BandwidthChart:
    """A chart of the bus bandwidth."""

    rates: Sequence[Tick]
    sizes: Sequence[Tick]
    levels: Sequence[Level]
    path: str
    dots: Sequence[Dot]
    earlier: Sequence[EarlierLine]
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def draw_chart(run: SmokeResult, earlier: Sequence[SmokeResult]) -> BandwidthChart:
    """Return the chart of a run with sizes, and of earlier runs."""
    series = [_series(one) for one in (run, *earlier)]
    levels = {"floor": None if run.floor is None else run.floor.busbw, "ceiling": run.ceiling}
    drawn = {kind: level for kind, level in levels.items() if level is not None}
    points = [point for one in series for point in one]
    scale = Scale.over([count for count, _ in points], [*(busbw for _, busbw in points), *drawn.values()])
    return BandwidthChart(
        rates=scale.rates(),
        sizes=scale.sizes(),
        levels=[Level(kind, scale.y(level), f"{format_rate(level)} GB/s") for kind, level in drawn.items()],
        path=scale.path(series[0]),
        dots=scale.dots(series[0]),
        earlier=[
            EarlierLine(scale.path(found), one.run) for one, found in zip(earlier, series[1:], strict=True) if found
        ],
    )


def _series(result: SmokeResult) -> Series:
    return [(one.bytes, one.busbw) for one in result.sizes]


def _round(greatest: float) -> float:
    """Return the next number that is 1, 2, 4, 6 or 8 times a power of ten, at least 4 % above `greatest`."""
    if greatest < 1e-9:
        return 1.0
    power = 10.0 ** math.floor(math.log10(greatest))
    return next(step * power for step in (1, 2, 4, 6, 8, 10, 20) if step * power >= greatest * 1.04)
