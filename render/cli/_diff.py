"""The work of `render diff`."""

from collections.abc import Iterable
from pathlib import Path

import click

from render.cli import CLEAN, FAILED, PROBLEMS
from render.cli._options import SpecOptions
from render.cli._output import count, print_status, report, write_all
from render.cli._precedence import choose
from render.cli._request import command_error, reject_repeated_stdin
from render.cli._settings import load_with_config, reject_unknown_minor
from render.diff import outputs
from render.diff.comparison import Comparison, compare_sides
from render.diff.revision import RevisionError
from render.diff.side import Side, is_comparable, load_side
from render.diff.side_object import SideObject
from render.engine import EngineError
from render.kube.schemas import Schemas
from render.problem import Severity
from render.source import FileReader, Read
from render.spec import Request


def run(
    *,
    old: str,
    new: str | None,
    spec_options: SpecOptions,
    is_live: bool,
    minor: str,
    context: str | None,
    format_: str,
    output_file: Path | None,
) -> int:
    """Compare two sides, or a side with the cluster, and return the exit status. Raises click.ClickException."""
    if is_live == (new is not None):
        raise click.UsageError("give either `OLD` and `NEW`, or one of them and `--live`")
    if context is not None and not is_live:
        raise click.UsageError("`--context` requires `--live`")
    reject_repeated_stdin(old, new, *spec_options.files)
    read = FileReader().read
    try:
        loaded = load_with_config(new or old, spec_options, read)
        if loaded is None:
            return PROBLEMS
        config, request = loaded
        schemas = Schemas(choose("minor", minor, config))
        reject_unknown_minor(schemas)
        sides = [_load(old, request, schemas, read, is_old=new is not None)]
        sides += [] if new is None else [_load(new, request, schemas, read)]
        most = max(found.specs for found in sides)
        if spec_options.name is not None and most > 1:
            raise click.UsageError(f"`--name` names one spec, got {most} specs")
        if not all(map(is_comparable, sides)):
            return PROBLEMS
        first, last = sides[0], sides[-1]
        entries = _with_live(last, context) if is_live else (first.entries, last.entries)
        found = compare_sides(*entries, schemas, is_live=is_live)
    except (EngineError, RevisionError) as error:
        raise command_error(error) from error
    return _write(outputs.find(format_)(found), found, output_file)


def _load(argument: str, request: Request, schemas: Schemas, read: Read, *, is_old: bool = False) -> Side:
    """Return a side, and report its problems; notes on an old side are left out.

    Raises EngineError, RevisionError.
    """
    found = load_side(argument, request, schemas, read)
    problems = [one for one in found.problems if not is_old or one.severity is not Severity.INFO]
    report(problems, found.sources)
    return found


def _with_live(found: Side, context: str | None) -> tuple[tuple[SideObject, ...], tuple[SideObject, ...]]:
    """Return the objects of a side from the cluster, and from the side itself. Raises click.ClickException."""
    from render.cluster import ClusterError, connect
    from render.diff.side import live_objects

    try:
        return live_objects(found.entries, connect(context))
    except ClusterError as error:
        raise command_error(error) from error


def _write(lines: Iterable[str], found: Comparison, output_file: Path | None) -> int:
    if not write_all(lines, output_file):
        return FAILED
    print_status(_sentence(found))
    return PROBLEMS if found.is_loss else CLEAN


def _sentence(found: Comparison) -> str:
    counts = ", ".join(f"{number} {action.value}" for action, number in found.counts.items() if number)
    return f"{count(len(found.effects), 'object')}{': ' if counts else ''}{counts}"
