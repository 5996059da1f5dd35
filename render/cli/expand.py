"""`render expand`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._options import trainer_options


@click.command("expand", short_help="Print the objects that Kubeflow Trainer makes of a TrainJob.")
@click.argument("path", metavar="TRAINJOB")
@trainer_options
def command(**options: Any) -> int:
    """Print the objects that the controller of Kubeflow Trainer makes of a TrainJob, or why it refuses.

    TRAINJOB is a file with a TrainJob, beside which its runtime may stand, or `-` for standard input. The objects are
    its JobSet, its PodGroup, and the ConfigMap and Secret of MPI, as the controller sends them to the API server. The
    keys in the Secret are generated in the cluster, and are empty here. Objects of which no pod ever comes are printed
    too: why there is none is an error.
    """
    from render.cli._expand import run

    return run(**options)
