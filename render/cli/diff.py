"""`render diff`: its options. The work is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._command import Command
from render.cli._options import context_option, format_option, output_file_option, path_argument, spec_options
from render.diff.outputs import names
from render.kube.schema_folders import MINORS


@click.command(
    "diff",
    cls=Command,
    section="Render and check",
    examples={
        "Compare two files": "render diff old.yaml new.yaml",
        "Compare the last commit with the working tree": "render diff HEAD:specs/run.yaml specs/run.yaml",
        "Compare with what the cluster has": "render diff specs/run.yaml --live -n team",
    },
)
@path_argument("old", "OLD")
@path_argument("new", "[NEW]", required=False)
@spec_options("the specs of both sides")
@click.option("--live", "is_live", is_flag=True, help="Compare the objects in the cluster (old) with OLD (new).")
@click.option(
    "--kubernetes",
    "minor",
    type=click.Choice(MINORS),
    default=MINORS[-1],
    show_default=True,
    help="Kubernetes version of the cluster.",
)
@context_option("With --live: context of the kubeconfig; default: the current one.")
@format_option(names())
@output_file_option
def command(**options: Any) -> int:
    """Show what a change does to a cluster's objects and runs.

    For each object: the fields that differ, and whether the cluster changes it in place, rejects the change, or has
    to delete and create it again.

    OLD and NEW are each a spec, a file of manifests, a folder, `-` for standard input, or `REV:path` of a git revision
    (`HEAD:specs/run.yaml`; the path starts at the root of the repository). All specs are rendered with one chart.

    The exit status is 1 if a change is rejected or ends a run.
    """
    from render.cli._diff import run

    return run(**options)
