"""`render template`: its options. The work is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._command import Command
from render.cli._options import folder_option, path_argument, spec_options


@click.command(
    "template",
    cls=Command,
    section="Render and check",
    examples={
        "Apply a spec": "render template spec.yaml -n team | kubectl apply -f -",
        "Print the JobSet alone": "render template spec.yaml -s templates/jobset.yaml",
        "Write one file for each spec of a folder": "render template specs --output-dir rendered --prune",
    },
)
@path_argument("paths", "SPEC...", nargs=-1, required=True)
@spec_options("each spec")
@folder_option("Folder to write one file for each spec to.")
@click.option("--prune", is_flag=True, help="With --output-dir: remove files that no longer have a spec.")
@click.option(
    "-s",
    "--show-only",
    "shown",
    metavar="FILE",
    multiple=True,
    help="Print only the manifests of this template, such as templates/jobset.yaml; may be repeated.",
)
@click.option("--no-hooks", is_flag=True, help="Leave out hooks.")
def command(**options: Any) -> int:
    """Print the manifests of specs, byte for byte as `helm template` does.

    SPEC is a file, a folder (its documents of `kind: TrainingJob`), or `-` for standard input.
    """
    from render.cli._template import run

    return run(**options)
