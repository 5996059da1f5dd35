"""Format sizes, rates and durations for the user."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from render.smoke.levels import LevelGroups, LinkRates
from render.smoke.result import SmokeResult

_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


def format_size(count: int) -> str:
    """Return a number of bytes in the largest fitting unit: `8 B`, `1 GiB`, `1.5 MiB`."""
    number, unit = float(count), 0
    while number >= 1024 and unit < len(_UNITS) - 1:
        number, unit = number / 1024, unit + 1
    return f"{number:.4g} {_UNITS[unit]}"


def format_rate(number: float) -> str:
    """Return GB/s with three significant digits, or two below 0.001: `387`, `21.9`, `0.514`, `0.00021`."""
    return f"{number:.0f}" if number >= 99.95 else f"{number:.3g}" if number >= 0.001 else f"{number:.2g}"


def format_duration(microseconds: float) -> str:
    """Return a time in the largest fitting unit: `12.3 µs`, `4.56 ms`, `1.2 s`."""
    for limit, divisor, unit in ((1e3, 1, "µs"), (1e6, 1e3, "ms")):
        if microseconds < limit * 0.9995:
            return f"{microseconds / divisor:.3g} {unit}"
    return f"{microseconds / 1e6:.3g} s"


class PeakComparison(NamedTuple):
    """An earlier run compared with this one, as texts; `-` for a missing value."""

    run: str
    verdict: str
    peak: str
    size: str
    change: str
    """Change in percent from the earlier peak to the peak of this run."""


def compare_peaks(run: SmokeResult, earlier: SmokeResult) -> PeakComparison:
    """Compare the peaks of two runs, if both have one."""
    if earlier.peak is None:
        return PeakComparison(earlier.run, earlier.verdict, "-", "-", "-")
    change = "-"
    if run.peak is not None and earlier.peak.busbw > 0:
        change = f"{100 * (run.peak.busbw / earlier.peak.busbw - 1):+.3g} %"
    return PeakComparison(
        earlier.run, earlier.verdict, f"{format_rate(earlier.peak.busbw)}", format_size(earlier.peak.of), change
    )


def level_rows(level: LevelGroups) -> Iterator[tuple[str, ...]]:
    """Yield a row per domain, one for nodes without a known domain, and one for links between domains.

    Columns: name, nodes, number of measured links, and their minimum, median and maximum.
    """
    for domain in level.domains:
        yield domain.name, format_ranges(domain.nodes), *_rates(domain.links)
    if level.unknown:
        yield "unknown", format_ranges(level.unknown), *_rates(None)
    if len(level.domains) > 1:
        yield "between domains", "", *_rates(level.between)


def _rates(rates: LinkRates | None) -> tuple[str, ...]:
    if rates is None:
        return "0", "-", "-", "-"
    return str(rates.links), format_rate(rates.least), format_rate(rates.median), format_rate(rates.most)


def format_ranges(numbers: Sequence[int]) -> str:
    """Return sorted numbers, consecutive ones as a range: `0-3,5`."""
    groups = ([number for _, number in group] for _, group in groupby(enumerate(numbers), lambda one: one[1] - one[0]))
    return ",".join(f"{one[0]}-{one[-1]}" if len(one) > 1 else f"{one[0]}" for one in groups)
