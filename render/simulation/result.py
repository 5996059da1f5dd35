"""The result of `render simulate`: what happens, and with a changed cluster what happens without the change."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from render.simulation.timeline import RunRecord, RunState, Timeline


@dataclass(frozen=True)
class SimulationResult:
    """One or two simulations of the same runs."""

    timeline: Timeline
    changes: tuple[str, ...] = ()
    """`--set-quota` and `--add-nodes` of `timeline`."""
    before: Timeline | None = None
    """The simulation without the changes; None if there are none."""

    @property
    def runs_before(self) -> Mapping[str, RunRecord]:
        """The runs without the changes, by name."""
        return {} if self.before is None else {run.name: run for run in self.before.runs}

    @property
    def is_complete(self) -> bool:
        """Return True if every run has started."""
        return all(run.state in (RunState.RUNS, RunState.ENDED) for run in self.timeline.runs)

    @property
    def rows(self) -> list[RunRecord]:
        """The runs: in order of their starts, then those that have not started in order of arrival."""
        waiting = [run for run in self.timeline.runs if run.place is None]
        return [*self.timeline.started(), *waiting]


def format_seconds(seconds: float) -> str:
    """Return a time: `45s`, `1h30m`."""
    whole = int(seconds)
    if not math.isclose(whole, seconds):
        return f"{seconds:g}s"
    hours, minutes, rest = whole // 3600, whole % 3600 // 60, whole % 60
    parts = ((hours, "h"), (minutes, "m"), (rest, "s"))
    return "".join(f"{number}{unit}" for number, unit in parts if number) or "0s"
