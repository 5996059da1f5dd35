"""`render expand`: its options. The work is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._command import Command
from render.cli._options import path_argument, trainer_options


@click.command(
    "expand",
    cls=Command,
    section="Render and check",
    examples={
        "Use the runtime in the same file, or a built-in one": "render expand trainjob.yaml",
        "Use a runtime of your own": "render expand trainjob.yaml --runtime runtime.yaml",
        "Expand a TrainJob of the cluster": "kubectl get trainjob fine-tune -o yaml | render expand -",
    },
)
@path_argument("path", "TRAINJOB")
@trainer_options
def command(**options: Any) -> int:
    """Print the objects that Kubeflow Trainer creates from a TrainJob.

    TRAINJOB is a file with a TrainJob, and optionally its runtime, or `-` for standard input. The objects are the
    JobSet, the PodGroup, and for MPI a ConfigMap and a Secret, as the controller sends them to the API server. The
    keys in the Secret are generated in the cluster and are empty here.

    If the controller would reject the TrainJob, or its pods would never start, the reason is reported as an error.
    """
    from render.cli._expand import run

    return run(**options)
