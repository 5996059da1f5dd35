"""Options that several commands have, with Helm's names and meaning."""

from collections.abc import Callable
from typing import Any, TypeAlias

import click

from render.kube.layout import TRAINERS

Command: TypeAlias = Callable[..., Any]
Decorator: TypeAlias = Callable[[Command], Command]


def chart_options(command: Command) -> Command:
    """Add the options that say what renders, and where to."""
    return _with(
        command,
        click.option("-n", "--namespace", metavar="NAMESPACE", default="default", show_default=True),
        click.option("--chart", metavar="DIR|TGZ|oci://…", help="Another chart than the one that comes with render."),
        click.option(
            "--engine", "wanted", type=click.Choice(["embedded", "helm"]), help="Helm's library, or its command."
        ),
    )


def spec_options(of: str) -> Decorator:
    """Return what adds the options that lay values over `of`, and those of `chart_options`."""

    def add(command: Command) -> Command:
        return _with(
            chart_options(command),
            click.option(
                "-f", "--values", "files", metavar="FILE", multiple=True, help=f"Lay a values file over {of}."
            ),
            click.option("--set", "sets", metavar="KEY=VALUE", multiple=True, help="Set a value, as with Helm."),
            click.option(
                "--name", metavar="NAME", help="Name of the release; else the spec's `name`, else the file's."
            ),
        )

    return add


def trainer_options(command: Command) -> Command:
    """Add the options that say what the TrainJobs of manifests run on."""
    return _with(
        command,
        click.option(
            "--runtime",
            "runtimes",
            metavar="FILE",
            multiple=True,
            help="A file or folder with the runtime; may be repeated.",
        ),
        click.option(
            "--trainer",
            type=click.Choice(TRAINERS),
            default=TRAINERS[-1],
            show_default=True,
            help="Version of Kubeflow Trainer.",
        ),
    )


def _with(command: Command, *options: Decorator) -> Command:
    """Add options, which `--help` lists in this order."""
    for option in reversed(options):
        command = option(command)
    return command
