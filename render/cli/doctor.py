"""`render doctor`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._options import spec_options
from render.doctor.outputs import names


@click.command("doctor", short_help="Say what a cluster has, and what it lacks for a spec.")
@click.argument("path", metavar="[SPEC]", required=False)
@spec_options("the spec")
@click.option("--context", metavar="NAME", help="A context of the kubeconfig; else the current one.")
@click.option("--output", "format_", type=click.Choice(names()), default="text", show_default=True)
def command(**options: Any) -> int:
    """Say what a cluster has, or what it lacks for a spec before anything of it is applied.

    With SPEC: kinds and their versions, queues, room on the nodes now and ever, storage, Secrets, service accounts,
    quotas, and what you may create. A `fault` stops the run for good (exit code 1), a `warning` for now; what you may
    not ask is `unknown`. Nothing is written to the cluster: whether a pod would be taken is asked by a dry run.
    """
    from render.cli._doctor import run

    return run(**options)
