"""`render import`: its options. The work is imported when it runs, so that `--help` stays cheap."""  # noqa: N999 - the command's name

from typing import Any

import click

from render.cli._command import Command
from render.cli._options import path_argument, trainer_option


@click.command(
    "import",
    cls=Command,
    section="Write specs",
    examples={
        "Convert a PyTorchJob": "render import pytorchjob.yaml > spec.yaml",
        "Convert a TrainJob with its runtime": "render import trainjob.yaml runtime.yaml > spec.yaml",
    },
)
@path_argument("paths", "FILE...", nargs=-1, required=True)
@trainer_option
@click.option("--strict", is_flag=True, help="Fail if a field can't be converted.")
def command(**options: Any) -> int:
    """Convert a job of another controller, or a script for sbatch, to a spec.

    FILE... contain one TrainJob with its runtime, one job of the Training Operator or of the MPI operator, one JobSet,
    Job, Volcano Job or RayJob, or one script. Every field that a spec can't express is reported, and so is what the
    spec needs before it can run.
    """
    from render.cli._import import run

    return run(**options)
