"""`render validate`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from pathlib import Path
from typing import Any

import click

from render.cli._options import spec_options
from render.kube.layout import MINORS, TRAINERS
from render.outputs import names
from render.problem import Severity


@click.command("validate", short_help="Say everything that is wrong with specs and manifests.")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@spec_options("each spec")
@click.option("--kubernetes", "minor", metavar="MINOR", default=MINORS[-1], show_default=True, help="Its version.")
@click.option("--trainer", type=click.Choice(TRAINERS), default=TRAINERS[-1], show_default=True, help="Its version.")
@click.option("--crds", "folders", metavar="DIR", type=Path, multiple=True, help="Your cluster's CRDs; they win.")
@click.option("--config", metavar="FILE", help="YAML: `select`, `ignore`, `severity` by code, `policies`.")
@click.option("--ignore", "ignored", metavar="CODE", multiple=True, help="Leave out a code, or all that start so.")
@click.option(
    "--fail-on",
    type=click.Choice([severity.value for severity in Severity]),
    default=Severity.ERROR.value,
    show_default=True,
    help="Least severity that makes the command fail.",
)
@click.option(
    "--missing-schemas",
    type=click.Choice(["note", "error"]),
    default="note",
    show_default=True,
    help="What an object without a known schema is.",
)
@click.option("--allow-empty", is_flag=True, help="Exit with 0 where there is nothing to check.")
@click.option("--server", "asks_server", is_flag=True, help="Ask your cluster, too: a dry run of every object.")
@click.option("--context", metavar="NAME", help="The kubeconfig's context to ask, instead of the current one.")
@click.option("--output", "format_", type=click.Choice(names()), default="text", show_default=True)
@click.option("--output-file", metavar="FILE", type=Path, help="Write there instead of to standard output.")
def command(**options: Any) -> int:
    """Say everything that is wrong with specs and manifests.

    PATH is a spec, a file of Kubernetes objects (YAML or JSON), a folder of either, or `-` for standard input.
    """
    from render.cli._validate import run

    return run(**options)
