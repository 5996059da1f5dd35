"""Text for a terminal: each report's sentence, then where its ranks are."""

from collections.abc import Iterator, Sequence

from render.hang.report import HangReport, Rank
from render.problem import printable, without_commands


def text(reports: Sequence[HangReport]) -> str:
    """Return all reports: every call of the late ranks, and the user's own call of those that wait."""
    return "\n".join("".join(f"{without_commands(printable(line))}\n" for line in _lines(one)) for one in reports)


def _lines(report: HangReport) -> Iterator[str]:
    yield f"{report.title}: {report.data['verdict']}"
    yield report.data["sentence"]
    if report.late:
        yield "late:"
    for rank in report.late:
        yield f"  {_name(rank)}: {rank.state}"
        yield from (f"    {call.file}:{call.line} {call.function}" for call in rank.stack)
    if report.waiting:
        yield "waiting:"
    for rank in report.waiting:
        call = rank.own_call
        yield f"  {_name(rank)}" + (f": {call.file}:{call.line} {call.function}" if call else "")


def _name(rank: Rank) -> str:
    return f"rank {rank.rank}" if rank.node is None else f"rank {rank.rank} (node {rank.node}, {rank.host})"
