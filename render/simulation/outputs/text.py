"""Text for people: the runs in order, the reasons of those that wait, and what the nodes are used for."""

from collections.abc import Iterator, Sequence

from render.problem import printable
from render.simulation.result import SimulationResult, format_seconds
from render.simulation.timeline import RunRecord, RunState, Timeline

_MOST = 40
"""Times of which the utilization is printed; JSON has all."""

_WORDS = {
    RunState.RUNS: "running",
    RunState.WAITS: "waiting",
    RunState.ENDED: "ended",
    RunState.REJECTED: "rejected",
}


def text(result: SimulationResult) -> str:
    """Return the result as text."""
    return "".join(f"{line}\n" for line in _lines(result))


def _lines(result: SimulationResult) -> Iterator[str]:
    for change in result.changes:
        yield f"changed: {printable(change)}"
    heads = ["ORDER", "RUN", "PODS", "ARRIVES", "STARTS", "ENDS", "STATE"]
    rows = [heads + (["BEFORE"] if result.before else [])]
    rows += [_row(run, result) for run in result.rows]
    yield from _table(rows)
    for run in result.rows:
        yield from _reasons(run)
    yield ""
    yield from _usage(result.timeline)
    for note in result.timeline.notes:
        yield f"note: {note}"
    yield summary(result.timeline)


def _row(run: RunRecord, result: SimulationResult) -> list[str]:
    starts = ", ".join(map(format_seconds, run.starts)) or "-"
    ends = ", ".join(map(format_seconds, run.ends)) or "-"
    row = [str(run.place or "-"), run.name, str(run.pods), format_seconds(run.arrival), starts, ends, _state(run)]
    if result.before is None:
        return row
    other = result.runs_before[run.name]
    return [*row, f"starts {format_seconds(other.starts[0])}" if other.starts else str(other.state)]


def _state(run: RunRecord) -> str:
    is_part = run.state is RunState.WAITS and run.started_pods
    return f"{run.state}, {run.started_pods} of {run.pods} pods run" if is_part else str(run.state)


def _reasons(run: RunRecord) -> Iterator[str]:
    if run.state in (RunState.WAITS, RunState.REJECTED):
        yield f"{run.name} {run.state}: {printable(run.reason)}"
    elif run.first_reason:
        yield f"{run.name} waited until {format_seconds(run.starts[0])}: {printable(run.first_reason)}"


def _usage(timeline: Timeline) -> Iterator[str]:
    rows = [["TIME", "RESOURCE", "USED", "OF", "UTILIZATION", "FRAGMENTATION"]]
    for one in timeline.usage[:_MOST]:
        shares = [f"{100 * share:.0f} %" for share in (one.utilization, one.fragmentation)]
        rows.append(
            [format_seconds(one.seconds), one.resource, f"{float(one.used):g}", f"{float(one.total):g}", *shares]
        )
    yield from _table(rows)
    if len(timeline.usage) > _MOST:
        yield f"… {len(timeline.usage) - _MOST} more with `-o json`"


def summary(timeline: Timeline) -> str:
    """Return the number of runs in each state."""
    counts = timeline.counts()
    parts = ", ".join(f"{counts[state]} {_WORDS[state]}" for state in RunState if counts[state])
    return f"{len(timeline.runs)} {'run' if len(timeline.runs) == 1 else 'runs'}: {parts}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
