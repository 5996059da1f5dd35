"""HTML for a browser: one page without external resources and scripts."""

from collections.abc import Iterator
from pathlib import Path

from render.page import load_page
from render.smoke.formatting import compare_peaks, format_duration, format_rate, format_size, level_rows
from render.smoke.page.chart import draw_chart
from render.smoke.page.heatmap import BINS, draw_heatmap
from render.smoke.result import SmokeResult
from render.smoke.smoke_report import SmokeReport

_FOLDER = Path(__file__).parents[1] / "page"


def text(report: SmokeReport) -> str:
    """Return the page of a run, compared with earlier runs. The same results give the same bytes."""
    run, earlier = report.run, report.earlier
    page = load_page(_FOLDER, duration=format_duration, rate=format_rate, size=format_size)
    return page.render(
        run=run,
        facts=list(_facts(run)),
        chart=draw_chart(run, earlier) if run.sizes else None,
        heatmap=draw_heatmap(run),
        bins=[words for _, words in BINS],
        earlier=[compare_peaks(run, one) for one in earlier],
        level=report.level and (report.level.label, list(level_rows(report.level))),
    )


def _facts(run: SmokeResult) -> Iterator[tuple[str, str, str]]:
    """Yield the facts of the summary: name, value, and a note or an empty text."""
    if run.peak is not None:
        yield "peak bus bandwidth", f"{format_rate(run.peak.busbw)} GB/s", f"at {format_size(run.peak.of)}"
    floor = ("none", "no gate") if run.floor is None else (f"{format_rate(run.floor.busbw)} GB/s", run.floor.of)
    yield "floor", *floor
    if run.ceiling is not None:
        yield "ceiling", f"{format_rate(run.ceiling)} GB/s", ""
    yield "processes", f"{run.world}", f"{run.nodes} x {run.procs}"
    yield "collective", run.collective, f"{run.operation}, {run.backend}"
    proven = "" if run.wanted is None else f"wanted: {run.wanted}, {'proven' if run.is_proven else 'not proven'}"
    yield "transport", run.seen or "unknown", proven
    if run.gpu is not None:
        yield "GPU", run.gpu, ""
    yield from ((name, version, "") for name, version in run.versions)
