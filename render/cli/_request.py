"""Functions of all commands that render specs: load a request and a single spec, and convert errors."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from render import engine
from render.cli._options import SpecOptions
from render.cli._output import count, report
from render.engine import Chart
from render.problem import has_error
from render.source import STDIN, Document, Read
from render.spec import Request, Spec, collect, overlays


def reject_repeated_stdin(*paths: str | None) -> None:
    """Raise click.UsageError if standard input would be read more than once."""
    if paths.count(STDIN) > 1:
        raise click.UsageError("standard input (`-`) can be read only once")


def load_overlays(files: Sequence[str], read: Read) -> tuple[Document, ...] | None:
    """Return the files of `-f`, and report their problems; None if one has errors."""
    found, problems = overlays(files, read)
    report(problems, {document.file: document.content for document in found})
    return None if has_error(problems) else found


def build_request(over: Sequence[Document], options: SpecOptions) -> Request:
    """Return the request for the engine. Raises EngineError."""
    return Request(
        chart=_chart(options.chart),
        overlays=tuple(over),
        sets=tuple(options.sets),
        name=options.name,
        namespace=options.namespace,
        engine=engine.choose_backend(options.engine, options.sets),
    )


def default_request() -> Request:
    """Return the request of a command without options for specs. Raises EngineError."""
    return build_request((), SpecOptions())


def _chart(where: str | None) -> Chart:
    """Return the chart at a path or in a registry, the bundled one by default. Raises EngineError."""
    if where is None or not where.startswith("oci://"):
        return Chart.bundled() if where is None else Chart(Path(where))
    from tempfile import TemporaryDirectory

    from render.engine.chart_registry import pull

    folder = click.get_current_context().with_resource(TemporaryDirectory(prefix="render-"))
    return Chart(pull(where, Path(folder)))


def load_single_spec(path: str, command: str, read: Read) -> Spec:
    """Return the spec of a file, or of a folder with one. Raises click.ClickException, which names the command."""
    specs, notes = collect([path], read)
    report(notes, {})
    if len(specs) != 1:
        raise click.ClickException(f"`{path}` contains {count(len(specs), 'spec')}; `render {command}` takes one")
    return specs[0]


@contextmanager
def command_errors(*types: type[Exception]) -> Iterator[None]:
    """Raise click.ClickException, with the hint of the error, if one of these types is raised."""
    try:
        yield
    except types as error:
        raise command_error(error) from error


def command_error(error: Exception) -> click.ClickException:
    """Return the click exception for an error, with its hint."""
    hint = getattr(error, "hint", None)
    return click.ClickException(f"{error}\nhint: {hint}" if hint else str(error))
