"""The report of a result: the run, earlier runs, and the level by which nodes are grouped."""

from typing import NamedTuple

from render.smoke.levels import LevelGroups
from render.smoke.result import SmokeResult


class SmokeReport(NamedTuple):
    """The content of a report."""

    run: SmokeResult
    earlier: tuple[SmokeResult, ...] = ()
    """Runs to compare with, in the order of the command line."""
    level: LevelGroups | None = None
