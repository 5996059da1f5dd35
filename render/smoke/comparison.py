"""A run against an earlier one."""

from typing import NamedTuple

from render.smoke.result import Result
from render.smoke.units import rate, size


class Compared(NamedTuple):
    """An earlier run, in words."""

    run: str
    verdict: str
    peak: str
    size: str
    change: str
    """Of the run's own peak against it."""


def compared(run: Result, earlier: Result) -> Compared:
    """Compare peaks, as far as both runs have measured one."""
    if earlier.peak is None:
        return Compared(earlier.run, earlier.verdict, "-", "-", "-")
    change = "-"
    if run.peak is not None and earlier.peak.busbw > 0:
        change = f"{100 * (run.peak.busbw / earlier.peak.busbw - 1):+.3g} %"
    return Compared(earlier.run, earlier.verdict, f"{rate(earlier.peak.busbw)}", size(earlier.peak.of), change)
