"""Fill in the page."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from render.smoke.comparison import compared
from render.smoke.page.chart import chart
from render.smoke.page.heatmap import BINS, heatmap
from render.smoke.result import Result
from render.smoke.units import duration, rate, size

_FOLDER = Path(__file__).parent


def page(run: Result, earlier: Sequence[Result]) -> str:
    """Return the page of a run, compared with earlier ones. Its bytes depend on the results alone."""
    return _template().render(
        run=run,
        facts=list(_facts(run)),
        chart=chart(run, earlier) if run.sizes else None,
        heatmap=heatmap(run),
        bins=[words for _, words in BINS],
        earlier=[compared(run, one) for one in earlier],
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(duration=duration, rate=rate, size=size)
    return environment.get_template("page.html")


def _facts(run: Result) -> Iterator[tuple[str, str, str]]:
    """Yield what is said in short: name, value, and a note where there is one."""
    if run.peak is not None:
        yield "peak bus bandwidth", f"{rate(run.peak.busbw)} GB/s", f"at {size(run.peak.of)}"
    floor = ("none", "no gate") if run.floor is None else (f"{rate(run.floor.busbw)} GB/s", run.floor.of)
    yield "floor", *floor
    if run.ceiling is not None:
        yield "ceiling", f"{rate(run.ceiling)} GB/s", ""
    yield "processes", f"{run.world}", f"{run.nodes} x {run.procs}"
    yield "collective", run.collective, f"{run.operation}, {run.backend}"
    proven = "" if run.wanted is None else f"wanted: {run.wanted}, {'proven' if run.is_proven else 'not proven'}"
    yield "transport", run.seen or "unknown", proven
    if run.gpu is not None:
        yield "GPU", run.gpu, ""
    yield from ((name, version, "") for name, version in run.versions)
