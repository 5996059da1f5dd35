"""Table for a terminal: the verdict, then the measurements."""

from collections.abc import Iterator, Sequence

from render.smoke.formatting import compare_peaks, format_duration, format_rate, format_size, level_rows
from render.smoke.result import SmokeResult
from render.smoke.smoke_report import SmokeReport

_COLUMNS = ("SIZE", "BUSBW", "ALGBW", "MEDIAN", "P99", "WRONG")


def text(report: SmokeReport) -> str:
    """Return the verdict, the sizes, the level and the earlier runs, if any. Rates are in GB/s."""
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: SmokeReport) -> Iterator[str]:
    run = report.run
    yield f"{run.verdict}: {run.run}: {run.sentence}"
    yield from (f"note: {note}" for note in run.notes)
    parts = (
        f"{run.nodes} x {run.procs} processes",
        run.collective,
        run.operation,
        run.backend,
        run.seen,
        run.gpu,
    )
    yield ", ".join(part for part in parts if part)
    if run.diagnosis is not None:
        yield from (
            f"slow: node {run.name(one.node)} ({one.where}): {format_rate(one.busbw)} GB/s, "
            f"others {format_rate(one.usual)}"
            for one in run.diagnosis.slow
        )
        yield from (
            f"slow: between nodes {run.name(link.a)} and {run.name(link.b)}: {format_rate(link.busbw)} GB/s"
            for link in run.diagnosis.links
            if link.is_slow
        )
    if run.sizes:
        yield ""
        yield from _aligned([_COLUMNS, *_rows(run)])
    if report.level is not None:
        yield ""
        yield f"{report.level.label}:"
        yield from _aligned([("DOMAIN", "NODES", "LINKS", "MIN", "MEDIAN", "MAX"), *level_rows(report.level)])
    if report.earlier:
        yield ""
        earlier = (compare_peaks(run, one) for one in report.earlier)
        yield from _aligned([("RUN", "VERDICT", "PEAK", "AT", "NOW"), *earlier])


def _rows(run: SmokeResult) -> Iterator[tuple[str, ...]]:
    for one in run.sizes:
        times = format_duration(one.median), format_duration(one.p99)
        yield format_size(one.bytes), format_rate(one.busbw), format_rate(one.algbw), *times, str(one.wrong)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *others = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join([row[0].ljust(len(first)), *others])
