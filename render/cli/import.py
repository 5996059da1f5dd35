"""`render import`: its options. What it does is imported when it runs, so that `--help` stays cheap."""  # noqa: N999 - the command's name

from typing import Any

import click

from render.kube.layout import TRAINERS


@click.command("import", short_help="Make a spec of a TrainJob, a PyTorchJob or an MPIJob.")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--trainer",
    type=click.Choice(TRAINERS),
    default=TRAINERS[-1],
    show_default=True,
    help="Release of Kubeflow Trainer that runs the TrainJob.",
)
@click.option("--strict", is_flag=True, help="What can't be carried over is an error.")
def command(**options: Any) -> int:
    """Make a spec of what another controller runs, and print it.

    FILE... hold one TrainJob with its runtime, one PyTorchJob (v1) or one MPIJob (v2beta1). Every field that a spec has
    no place for is told, and so is what the spec needs before it can run.
    """
    from render.cli._import import run

    return run(**options)
