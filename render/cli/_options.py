"""Options of several commands, with Helm's names and meanings."""

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import click

from render.cli._option_values import check_minor, check_namespace, complete_file, complete_folder, complete_minor
from render.kube.schema_folders import MINORS, TRAINERS

if TYPE_CHECKING:  # it is slow to import
    from render.engine import EngineName

Callback: TypeAlias = Callable[..., Any]
Decorator: TypeAlias = Callable[[Callback], Callback]


class SpecOptions(NamedTuple):
    """Values of the options of `chart_options` and `spec_options`."""

    namespace: str = "default"
    chart: str | None = None
    engine: "EngineName | None" = None
    files: Sequence[str] = ()
    sets: Sequence[str] = ()
    name: str | None = None


def chart_options(command: Callback) -> Callback:
    """Add the options that select the chart, the engine and the namespace; the command gets `spec_options`."""

    @wraps(command)
    def run(**options: Any) -> Any:
        own = {name: options.pop(name) for name in SpecOptions._fields if name in options}
        return command(spec_options=SpecOptions(**own), **options)

    return _with(
        run,
        click.option(
            "-n",
            "--namespace",
            metavar="NAMESPACE",
            default="default",
            show_default=True,
            callback=check_namespace,
            help="Namespace of the release.",
        ),
        click.option(
            "--chart",
            metavar="DIR|TGZ|oci://…",
            shell_complete=complete_file,
            help="Chart to render, instead of the bundled one.",
        ),
        click.option("--engine", type=click.Choice(["embedded", "helm"]), help="Helm's library, or the helm command."),
    )


def spec_options(of: str) -> Decorator:
    """Return a decorator that adds the options for values to merge into `of`, and those of `chart_options`."""

    def add(command: Callback) -> Callback:
        return _with(
            chart_options(command),
            click.option(
                "-f",
                "--values",
                "files",
                metavar="FILE",
                multiple=True,
                shell_complete=complete_file,
                help=f"Values file to merge into {of}; may be repeated.",
            ),
            click.option(
                "--set", "sets", metavar="KEY=VALUE", multiple=True, help="Value to set, as in Helm; may be repeated."
            ),
            click.option(
                "--name", metavar="NAME", help="Name of the release; default: the spec's `name`, else the file's name."
            ),
        )

    return add


def trainer_options(command: Callback) -> Callback:
    """Add the options that select the runtimes of TrainJobs and the version of Kubeflow Trainer."""
    return _with(
        command,
        click.option(
            "--runtime",
            "runtimes",
            metavar="FILE",
            multiple=True,
            shell_complete=complete_file,
            help="File or folder with the runtime; may be repeated.",
        ),
        trainer_option,
    )


def trainer_option(command: Callback) -> Callback:
    """Add `--trainer`."""
    return click.option(
        "--trainer",
        type=click.Choice(TRAINERS),
        default=TRAINERS[-1],
        show_default=True,
        help="Version of Kubeflow Trainer.",
    )(command)


def kubernetes_option(command: Callback) -> Callback:
    """Add `--kubernetes MINOR`."""
    return click.option(
        "--kubernetes",
        "minor",
        metavar="MINOR",
        default=MINORS[-1],
        show_default=True,
        callback=check_minor,
        shell_complete=complete_minor,
        help="Kubernetes version to check against.",
    )(command)


def format_option(formats: Sequence[str], default: str = "text") -> Decorator:
    """Return a decorator that adds `-o FORMAT`."""
    return click.option(
        "-o",
        "--output",
        "format_",
        metavar="FORMAT",
        type=click.Choice(formats),
        default=default,
        show_default=True,
        help=f"Output format: {', '.join(formats)}.",
    )


def output_file_option(command: Callback) -> Callback:
    """Add `--output-file FILE`."""
    return click.option(
        "--output-file",
        metavar="FILE",
        type=Path,
        shell_complete=complete_file,
        help="File to write instead of standard output.",
    )(command)


def folder_option(description: str, *, is_required: bool = False) -> Decorator:
    """Return a decorator that adds `--output-dir DIR`, and rejects `-o`, its former name."""

    def add(command: Callback) -> Callback:
        return _with(
            command,
            click.option(
                "--output-dir", metavar="DIR", required=is_required, shell_complete=complete_folder, help=description
            ),
            click.option("-o", "--output", hidden=True, is_eager=True, expose_value=False, callback=_reject_format),
        )

    return add


def context_option(description: str) -> Decorator:
    """Return a decorator that adds `--context NAME`."""
    return click.option("--context", metavar="NAME", help=description)


def path_argument(name: str, metavar: str, **options: Any) -> Decorator:
    """Return a decorator that adds an argument that a shell completes with files."""
    return click.argument(name, metavar=metavar, shell_complete=complete_file, **options)


def _reject_format(context: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        raise click.UsageError("`-o` is a format; use `--output-dir DIR`", context)


def _with(command: Callback, *options: Decorator) -> Callback:
    """Add options, which `--help` lists in this order."""
    for option in reversed(options):
        command = option(command)
    return command
