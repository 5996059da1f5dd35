"""`render run`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._options import spec_options, trainer_options


@click.command("run", short_help="Run a spec on this machine, a process tree a node.")
@click.argument("path", metavar="SPEC")
@click.option(
    "--nodes", type=click.IntRange(1, 250), metavar="N", help="Number of nodes; else that of `local`, or all."
)
@click.option("--netns", "is_isolated", is_flag=True, help="Give each node a network namespace; needs root.")
@click.option(
    "--timeout", "seconds", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="End it then."
)
@click.option("--preflight", "has_preflight", is_flag=True, help="Compare the nodes first, as on the cluster.")
@spec_options("the spec")
@trainer_options
def command(**options: Any) -> int:
    """Run what a spec and its `local` block render on this machine: each pod's command with its environment.

    SPEC may also be a file of manifests with a TrainJob, whose pods are those that Kubeflow Trainer makes, or a JobSet.
    GPUs are divided among the nodes. What differs from the cluster is listed first; with --netns that is next to
    nothing, since each node has its own interface, host name, DNS names and mounts. The exit status is 0 where the run
    ends well, else that of the first node that fails; 124 after --timeout, 130 after Ctrl-C.
    """
    from render.cli._run import run

    return run(**options)
