"""Bus bandwidth over size, as points of a drawing."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from render.smoke.result import Result
from render.smoke.units import rate, size

WIDTH, HEIGHT = 760, 352
LEFT, RIGHT, TOP, BOTTOM = 64, 726, 42, 312
"""The plot within it."""

_LABELS = 7
"""At most, at the axis of sizes."""

Series = Sequence[tuple[int, float]]
"""Bytes and GB/s."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid, with its label."""

    at: float
    label: str
    is_minor: bool
    """Whether the label may be left out where there is little room."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A measured size."""

    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a size and a rate are in the drawing: sizes are apart by their ratio, rates count from zero."""

    least: float
    """Binary logarithm of the smallest size."""
    most: float
    top: float
    """GB/s at the upper end."""

    @classmethod
    def over(cls, sizes: Iterable[int], rates: Iterable[float]) -> "Scale":
        """Return the scale on which all of them are seen."""
        logs = [math.log2(one) for one in sizes] or [0.0]
        return cls(min(logs), max(logs), _round(max(rates, default=0.0)))

    def x(self, count: int) -> float:
        """Return where a size is; the only one is in the middle."""
        share = 0.5 if self.most == self.least else (math.log2(count) - self.least) / (self.most - self.least)
        return round(LEFT + share * (RIGHT - LEFT), 1)

    def y(self, gigabytes: float) -> float:
        """Return where a rate is."""
        return round(BOTTOM - gigabytes / self.top * (BOTTOM - TOP), 1)

    def path(self, series: Series) -> str:
        """Return a line through measured sizes, as an SVG polyline has it."""
        return " ".join(f"{self.x(count)},{self.y(busbw)}" for count, busbw in series)

    def dots(self, series: Series) -> list[Dot]:
        """Return the measured sizes themselves."""
        return [Dot(self.x(n), self.y(busbw), f"{size(n)}: {rate(busbw)} GB/s") for n, busbw in series]

    def sizes(self) -> list[Tick]:
        """Return the lines of the grid at powers of two."""
        first, last = math.ceil(self.least), math.floor(self.most)
        step = max(1, math.ceil((last - first + 1) / _LABELS))
        return [
            Tick(self.x(2**power), size(2**power), is_minor=position % 2 == 1)
            for position, power in enumerate(range(first, last + 1, step))
        ]

    def rates(self) -> list[Tick]:
        """Return the lines of the grid at quarters of the upper end."""
        return [Tick(self.y(self.top * n / 4), rate(self.top * n / 4) if n else "0", n % 2 == 1) for n in range(5)]


@dataclass(frozen=True, slots=True)
class Level:
    """A line across: the floor or the ceiling."""

    kind: str
    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Path:
    """The line of an earlier run."""

    points: str
    run: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing."""

    rates: Sequence[Tick]
    sizes: Sequence[Tick]
    levels: Sequence[Level]
    path: str
    dots: Sequence[Dot]
    earlier: Sequence[Path]
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def chart(run: Result, earlier: Sequence[Result]) -> Chart:
    """Draw a run with sizes among earlier ones."""
    series = [_series(one) for one in (run, *earlier)]
    levels = {"floor": None if run.floor is None else run.floor.busbw, "ceiling": run.ceiling}
    drawn = {kind: level for kind, level in levels.items() if level is not None}
    points = [point for one in series for point in one]
    scale = Scale.over([count for count, _ in points], [*(busbw for _, busbw in points), *drawn.values()])
    return Chart(
        rates=scale.rates(),
        sizes=scale.sizes(),
        levels=[Level(kind, scale.y(level), f"{rate(level)} GB/s") for kind, level in drawn.items()],
        path=scale.path(series[0]),
        dots=scale.dots(series[0]),
        earlier=[Path(scale.path(found), one.run) for one, found in zip(earlier, series[1:], strict=True) if found],
    )


def _series(result: Result) -> Series:
    return [(one.bytes, one.busbw) for one in result.sizes]


def _round(greatest: float) -> float:
    """Return the next number above that is 1, 2, 4, 6 or 8 times a power of ten."""
    if greatest < 1e-9:
        return 1.0
    power = 10.0 ** math.floor(math.log10(greatest))
    return next(step * power for step in (1, 2, 4, 6, 8, 10, 20) if step * power >= greatest * 1.04)
