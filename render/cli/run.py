"""`render run`: its options. The work is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._command import Command
from render.cli._options import path_argument, spec_options, trainer_options


@click.command(
    "run",
    cls=Command,
    section="Run",
    examples={
        "Run a spec with its `local` block": "render run spec.yaml",
        "Run two nodes in network namespaces": "sudo render run spec.yaml --nodes 2 --netns",
    },
)
@path_argument("path", "SPEC")
@click.option(
    "--nodes", type=click.IntRange(1, 250), metavar="N", help="Number of nodes; default: that of `local`, else all."
)
@click.option("--netns", "is_isolated", is_flag=True, help="Give each node a network namespace; requires root.")
@click.option(
    "--timeout",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Time after which to end the run.",
)
@click.option("--preflight", "has_preflight", is_flag=True, help="Compare the nodes first, as on the cluster.")
@spec_options("the spec")
@trainer_options
def command(**options: Any) -> int:
    """Run a spec on this machine, one process tree for each node.

    Each pod's command runs with its environment, as the spec and its `local` block render it. SPEC can also be a file
    of manifests with a JobSet, or with a TrainJob, whose pods are those that Kubeflow Trainer creates. The GPUs are
    divided among the nodes. The differences from the cluster are listed first; with --netns there are few, since each
    node has its own interface, host name, DNS names and mounts.

    The exit status is 0 if the run succeeds, else that of the first node that fails; 124 after --timeout, 130 after
    Ctrl-C, and 125 if nothing was started: the spec has errors, or it can't run here.
    """
    from render.cli._run import run

    return run(**options)
