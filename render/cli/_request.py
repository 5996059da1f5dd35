"""What the options that commands share ask for, and what is told where that can't be had."""

from collections.abc import Sequence
from pathlib import Path

import click

from render import engine
from render.cli._report import report
from render.engine import Chart, EngineName
from render.problem import has_error
from render.source import STDIN, Document
from render.spec import Request, overlays


def read_once(*paths: str | None) -> None:
    """Refuse to read standard input twice. Raises click.UsageError."""
    if paths.count(STDIN) > 1:
        raise click.UsageError("standard input (`-`) can be read once only")


def overlaid(files: Sequence[str]) -> tuple[Document, ...] | None:
    """Return the files of `-f`, and report what is wrong with them; None where they can't be used."""
    found, problems = overlays(files)
    report(problems, {document.file: document.content for document in found})
    return None if has_error(problems) else found


def requested(
    over: Sequence[Document],
    *,
    sets: Sequence[str],
    name: str | None,
    namespace: str,
    chart: str | None,
    wanted: EngineName | None,
) -> Request:
    """Return what a command asks for. Raises EngineError."""
    return Request(
        chart=_chart(chart),
        overlays=tuple(over),
        sets=tuple(sets),
        name=name,
        namespace=namespace,
        engine=engine.choose(wanted, sets),
    )


def _chart(where: str | None) -> Chart:
    """Return the chart at a path or in a registry, the bundled one by default. Raises EngineError."""
    if where is None or not where.startswith("oci://"):
        return Chart.bundled() if where is None else Chart(Path(where))
    from tempfile import TemporaryDirectory

    from render.engine.registry import pull

    folder = click.get_current_context().with_resource(TemporaryDirectory(prefix="render-"))
    return Chart(pull(where, Path(folder)))


def failed(error: Exception, hint: str | None) -> click.ClickException:
    """Return what to raise where a command can't go on."""
    return click.ClickException(f"{error}\nhint: {hint}" if hint else str(error))
