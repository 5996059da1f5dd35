"""`render simulate`: its options. The work is imported when it runs."""

from typing import Any

import click

from render.cli._command import Command
from render.cli._option_values import complete_file, complete_folder
from render.cli._options import format_option, output_file_option, path_argument, spec_options
from render.simulation.outputs import names


@click.command(
    "simulate",
    cls=Command,
    section="Cluster",
    examples={
        "Which runs start, and why others wait": "render simulate specs/ --cluster cluster.yaml --tools bin",
        "In which order, if they arrive and end": (
            "render simulate specs/ --cluster cluster.yaml --arrivals arrivals.yaml --durations durations.yaml"
        ),
        "Compare with another quota": "render simulate specs/ --cluster cluster.yaml --set-quota p5:nvidia.com/gpu=96",
        "Compare with four more nodes like `p5-0`": "render simulate specs/ --cluster cluster.yaml --add-nodes p5-0=4",
    },
)
@path_argument("paths", "SPEC…", nargs=-1, required=True)
@spec_options("every spec")
@click.option(
    "--cluster",
    metavar="FILE",
    required=True,
    shell_complete=complete_file,
    help="File of `render cluster snapshot` or `render cluster example`.",
)
@click.option(
    "--arrivals",
    metavar="FILE",
    shell_complete=complete_file,
    help="When each run arrives (schemas/arrivals.json); default: all at once, in the order of the specs.",
)
@click.option(
    "--durations",
    metavar="FILE",
    shell_complete=complete_file,
    help="How long each run trains (schemas/durations.json); default: no run ends.",
)
@click.option(
    "--set-quota",
    "quotas",
    metavar="QUEUE:RESOURCE=QUANTITY",
    multiple=True,
    help="Nominal quota of a ClusterQueue; QUEUE:FLAVOR:RESOURCE=… if several flavors have one; may be repeated.",
)
@click.option(
    "--add-nodes",
    "nodes",
    metavar="NODE=COUNT",
    multiple=True,
    help="Number of nodes to add that are like NODE; may be repeated.",
)
@click.option(
    "--tools",
    metavar="DIR[:DIR…]",
    multiple=True,
    shell_complete=complete_folder,
    help="Folders with programs, searched before PATH; may be repeated.",
)
@format_option(names())
@output_file_option
def command(**options: Any) -> int:
    """Report which runs start on a cluster, which wait and why, in which order.

    The cluster of a file is put into a private control plane on this machine: etcd, kube-apiserver, the controllers and
    the scheduler of Kubernetes, JobSet, the queues and schedulers that runs use, and kwok in the place of kubelets. The
    rendered manifests are submitted to it one after another. No image runs, and no other cluster is contacted.

    Times are simulated. Runs that arrive at the same time are submitted in the order of the specs. With --set-quota or
    --add-nodes, the runs are simulated twice, and the output compares both.

    The exit status is 0 if every run starts, 1 if one does not, and 2 if the simulation could not run.
    """
    from render.cli._simulate import run

    return run(**options)
