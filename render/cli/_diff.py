"""What `render diff` does."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from render.cli import CLEAN, FAILED, PROBLEMS
from render.cli._report import count, report, say
from render.cli._request import failed, overlaid, read_once, requested
from render.cli._stdout import write_all
from render.diff import outputs
from render.diff.entry import Entry
from render.diff.report import Report, compare
from render.diff.revision import RevisionError
from render.diff.sides import Side, is_comparable, side
from render.engine import EngineError, EngineName
from render.kube.schemas import Schemas
from render.problem import Severity
from render.spec import Request


def run(
    *,
    old: str,
    new: str | None,
    files: Sequence[str],
    sets: Sequence[str],
    name: str | None,
    namespace: str,
    chart: str | None,
    wanted: EngineName | None,
    is_live: bool,
    minor: str,
    context: str | None,
    format_: str,
    output_file: Path | None,
) -> int:
    """Compare two sides, or one with the cluster, and return the exit status. Raises click.ClickException."""
    if is_live == (new is not None):
        raise click.UsageError("give `OLD` and `NEW`, or one of them with `--live`")
    if context is not None and not is_live:
        raise click.UsageError("`--context` needs `--live`")
    schemas = Schemas(minor)
    read_once(old, new, *files)
    over = overlaid(files)
    if over is None:
        return PROBLEMS
    try:
        request = requested(over, sets=sets, name=name, namespace=namespace, chart=chart, wanted=wanted)
        sides = [_read(old, request, schemas, is_old=new is not None)]
        sides += [] if new is None else [_read(new, request, schemas)]
        most = max(found.specs for found in sides)
        if name is not None and most > 1:
            raise click.UsageError(f"one `--name` can't name {most} specs")
        if not all(map(is_comparable, sides)):
            return PROBLEMS
        first, last = sides[0], sides[-1]
        entries = _with_live(last, context) if is_live else (first.entries, last.entries)
        found = compare(*entries, schemas, is_live=is_live)
    except (EngineError, RevisionError) as error:
        raise failed(error, getattr(error, "hint", None)) from error
    return _write(outputs.find(format_)(found), found, output_file)


def _read(argument: str, request: Request, schemas: Schemas, *, is_old: bool = False) -> Side:
    """Return a side, and report what is wrong with it, without the notes on an old one.

    Raises EngineError, RevisionError.
    """
    found = side(argument, request, schemas)
    told = [one for one in found.problems if not is_old or one.severity is not Severity.INFO]
    report(told, found.sources)
    return found


def _with_live(found: Side, context: str | None) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Return what a cluster has of a side, and the side. Raises click.ClickException."""
    from render.cluster import ClusterError, connect
    from render.diff.live import live

    try:
        return live(found.entries, connect(context))
    except ClusterError as error:
        raise failed(error, error.hint) from error


def _write(lines: Iterable[str], found: Report, output_file: Path | None) -> int:
    if not write_all(lines, output_file):
        return FAILED
    say(_sentence(found))
    return PROBLEMS if found.is_loss else CLEAN


def _sentence(found: Report) -> str:
    counts = ", ".join(f"{number} {action.value}" for action, number in found.counts.items() if number)
    return f"{count(len(found.fates), 'object')}{': ' if counts else ''}{counts}"
