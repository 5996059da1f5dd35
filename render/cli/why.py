"""`render why`: its options. The work is imported when it runs."""

from pathlib import Path
from typing import Any

import click

from render.cli._command import Command
from render.cli._option_values import complete_file, complete_folder
from render.cli._options import context_option, format_option
from render.why.outputs import names


@click.command(
    "why",
    cls=Command,
    section="Cluster",
    examples={
        "Explain why a run waits": "render why llama-sft -n team",
        "Name the line of its spec to change": "render why llama-sft -n team --spec spec.yaml",
        "Read objects of a file, and write an issue": "render why llama-sft --from dump.yaml -o markdown",
    },
)
@click.argument("name", metavar="RUN")
@click.option("-n", "--namespace", metavar="NAMESPACE", help="Namespace of the run.")
@context_option("Context of the kubeconfig; default: the current one.")
@click.option(
    "--from",
    "dump",
    metavar="PATH",
    shell_complete=complete_file,
    help="File or folder with objects of a cluster (`kubectl get -o yaml`, `kubectl cluster-info dump`), or `-`.",
)
@click.option("--spec", metavar="FILE", shell_complete=complete_file, help="Spec of the run, to name its lines.")
@click.option(
    "--collect",
    metavar="DIR",
    type=Path,
    shell_complete=complete_folder,
    help="Folder to write what was read to, without secrets, for `--from`.",
)
@click.option("--watch", is_flag=True, help="Ask again every few seconds, and print each change.")
@format_option(names())
def command(**options: Any) -> int:
    """Explain why a run waits, failed, restarts or hangs.

    RUN is the name of a TrainJob, JobSet, PyTorchJob, MPIJob or Job, or KIND/NAME. The first line has the reason, the
    next ones the evidence by time, the last one the way out. Nothing in the cluster is changed.

    The exit status is 0 if the run runs or has ended well, 1 if it does not, and 2 if the reason is not known.
    """
    from render.cli._why import run

    return run(**options)
