"""`render diff`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from pathlib import Path
from typing import Any

import click

from render.cli._options import spec_options
from render.diff.outputs import names
from render.kube.layout import MINORS


@click.command("diff", short_help="Say what a change does to the objects of a cluster, and to its trainings.")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="[NEW]", required=False)
@spec_options("the specs of both sides")
@click.option(
    "--live", "is_live", is_flag=True, help="Compare what the cluster has with OLD, which is then the new one."
)
@click.option(
    "--kubernetes", "minor", type=click.Choice(MINORS), default=MINORS[-1], show_default=True, help="Its version."
)
@click.option("--context", metavar="NAME", help="With --live: of the kubeconfig, instead of its current one.")
@click.option("--output", "format_", type=click.Choice(names()), default="text", show_default=True)
@click.option("--output-file", metavar="FILE", type=Path, help="Write there instead of to standard output.")
def command(**options: Any) -> int:
    """Say what a change does: which fields differ, and what the cluster does about each object.

    OLD and NEW are each a spec, a file of manifests, a folder, `-` for standard input, or `REV:path` of a git revision
    (`HEAD:specs/run.yaml`; `path` begins at the root of the repository). All specs are rendered with one chart.

    Exits with 0 where nothing is refused and no training ends, with 1 otherwise, and with 2 where it can't run.
    """
    from render.cli._diff import run

    return run(**options)
