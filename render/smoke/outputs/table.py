"""For a terminal: the verdict, then the numbers."""

from collections.abc import Iterator, Sequence

from render.smoke.comparison import compared
from render.smoke.result import Result
from render.smoke.units import duration, rate, size

_COLUMNS = ("SIZE", "BUSBW", "ALGBW", "MEDIAN", "P99", "WRONG")


def text(run: Result, earlier: Sequence[Result]) -> str:
    """Return the verdict, the sizes and, where there are any, the earlier runs. Rates are in GB/s."""
    return "".join(f"{line}\n" for line in _lines(run, earlier))


def _lines(run: Result, earlier: Sequence[Result]) -> Iterator[str]:
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
            f"slow: node {run.name(one.node)} ({one.where}): {rate(one.busbw)} GB/s, others {rate(one.usual)}"
            for one in run.diagnosis.slow
        )
        yield from (
            f"slow: between nodes {run.name(link.a)} and {run.name(link.b)}: {rate(link.busbw)} GB/s"
            for link in run.diagnosis.links
            if link.is_slow
        )
    if run.sizes:
        yield ""
        yield from _aligned([_COLUMNS, *_rows(run)])
    if earlier:
        yield ""
        yield from _aligned([("RUN", "VERDICT", "PEAK", "AT", "NOW"), *(compared(run, one) for one in earlier)])


def _rows(run: Result) -> Iterator[tuple[str, ...]]:
    for one in run.sizes:
        times = duration(one.median), duration(one.p99)
        yield size(one.bytes), rate(one.busbw), rate(one.algbw), *times, str(one.wrong)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *others = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join([row[0].ljust(len(first)), *others])
