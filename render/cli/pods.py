"""`render pods`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._options import spec_options, trainer_options


@click.command("pods", short_help="List the pods that will exist, with every variable resolved.")
@click.argument("path", metavar="SPEC")
@spec_options("the spec")
@trainer_options
@click.option("--output", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(**options: Any) -> int:
    """List the pods that will exist, each with what its container is started with.

    SPEC is a spec, a file of manifests that holds a JobSet or a TrainJob, or `-` for standard input. As text: a table.
    As JSON: every environment variable as the kubelet will resolve it, and what only the cluster knows as the manifest
    has it. The pods are the training's: those of a smoke test (`smokeTest`) are not among them.
    """
    from render.cli._pods import run

    return run(**options)
