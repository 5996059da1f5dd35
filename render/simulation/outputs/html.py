"""HTML for a browser: one page without external resources and scripts, with a timeline of the runs."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

from render.page import load_page
from render.simulation.outputs.text import summary
from render.simulation.result import SimulationResult, format_seconds
from render.simulation.timeline import RunRecord, RunState

_FOLDER = Path(__file__).parents[1] / "page"
_WIDTH, _LEFT, _ROW, _TOP = 960, 180, 22, 26
_LABEL = 22
"""Characters of a name next to its bars."""
_TICKS = 4


def text(result: SimulationResult) -> str:
    """Return the page. The same result gives the same bytes."""
    page = load_page(
        _FOLDER,
        seconds=format_seconds,
        number=lambda value: f"{float(value):g}",
        percent=lambda share: f"{100 * share:.0f} %",
    )
    return page.render(result=result, counts=summary(result.timeline), chart=_chart(result))


def _chart(result: SimulationResult) -> Mapping[str, Any]:
    end = result.timeline.end() or 1.0
    # Runs that have not ended go on to the right of the last event.
    horizon = 1.1 * end
    scale = (_WIDTH - _LEFT) / horizon
    rows = [
        {"label": _label(run.name), "y": _TOP + _ROW * number, "bars": list(_bars(run, horizon, scale))}
        for number, run in enumerate(result.rows)
    ]
    times = [end * number / _TICKS for number in range(_TICKS + 1)]
    ticks = [{"x": round(_LEFT + one * scale, 1), "label": format_seconds(round(one))} for one in dict.fromkeys(times)]
    return {"width": _WIDTH, "height": _TOP + _ROW * len(rows) + 4, "rows": rows, "ticks": ticks}


def _bars(run: RunRecord, horizon: float, scale: float) -> Iterator[Mapping[str, Any]]:
    since = run.arrival
    for start, stop in zip_longest(run.starts, run.ends):
        end = horizon if stop is None else stop
        yield from _bar("wait", since, start, scale)
        yield from _bar("run", start, end, scale)
        since = end
    if run.state is RunState.WAITS:
        yield from _bar("wait", since, horizon, scale)


def _bar(kind: str, start: float, end: float, scale: float) -> Iterator[Mapping[str, Any]]:
    if end > start:
        title = f"{kind}s from {format_seconds(start)}"
        yield {
            "kind": kind,
            "x": round(_LEFT + start * scale, 1),
            "width": round((end - start) * scale, 1),
            "title": title,
        }


def _label(name: str) -> str:
    return name if len(name) <= _LABEL else f"{name[: _LABEL - 1]}…"
