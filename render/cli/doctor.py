"""`render doctor`: its options. The work is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._command import Command
from render.cli._option_values import complete_file
from render.cli._options import context_option, format_option, path_argument, spec_options
from render.doctor.outputs import names


@click.command(
    "doctor",
    cls=Command,
    section="Cluster",
    examples={
        "List what the cluster has": "render doctor",
        "Check what it lacks for a spec": "render doctor spec.yaml -n team",
        "Check another cluster, and print JSON": "render doctor spec.yaml --context staging -o json",
        "Check a cluster without a connection": "render doctor spec.yaml -n team --cluster cluster.yaml",
    },
)
@path_argument("path", "[SPEC]", required=False)
@spec_options("the spec")
@click.option(
    "--cluster",
    metavar="FILE",
    shell_complete=complete_file,
    help="File of `render cluster snapshot` to check, instead of a live cluster.",
)
@context_option("Context of the kubeconfig; default: the current one.")
@format_option(names())
def command(**options: Any) -> int:
    """Check what a cluster lacks for a spec, or list what it has.

    With SPEC, check its kinds and their versions, queues, room on the nodes (now, and in an empty cluster), storage,
    Secrets, service accounts, quotas, and your permissions. A `fault` stops the run for good (exit status 1), a
    `warning` stops it for now, and `unknown` is what you have no permission to read. Nothing is written to the
    cluster: pods are sent as a dry run.

    With --cluster, a file answers. Permissions, and what the API server says to a dry run, are then `unknown`.
    """
    from render.cli._doctor import run

    return run(**options)
