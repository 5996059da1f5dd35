"""`render pods`: its options. The work is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._command import Command
from render.cli._options import format_option, path_argument, spec_options, trainer_options


@click.command(
    "pods",
    cls=Command,
    section="Render and check",
    examples={
        "Show a table": "render pods spec.yaml",
        "Show every variable of eight nodes": "render pods spec.yaml --set numNodes=8 -o json",
        "Show where each rank may run": "render pods spec.yaml --cluster cluster.yaml",
    },
)
@path_argument("path", "SPEC")
@spec_options("the spec")
@trainer_options
@click.option("--cluster", metavar="FILE", help="Also show the nodes of a cluster in a file that may take each pod.")
@format_option(["json", "text"])
def command(**options: Any) -> int:
    """Show the pods of a spec, and what each runs.

    SPEC is a spec, a file of manifests with a JobSet or a TrainJob, or `-` for standard input. `-o text` prints a
    table. `-o json` also prints every environment variable with the value that the kubelet will give it; a value that
    only the cluster knows is printed as the manifest has it. The pods of a smoke test (`smokeTest`) are not included.
    """
    from render.cli._pods import run

    return run(**options)
