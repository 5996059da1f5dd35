"""`render run`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click


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
@click.option("-f", "--values", "files", metavar="FILE", multiple=True, help="Lay a values file over the spec.")
@click.option("--set", "sets", metavar="KEY=VALUE", multiple=True, help="Set a value, as with Helm.")
@click.option("--name", metavar="NAME", help="Name of the release; else the spec's `name`, else the file's.")
@click.option("-n", "--namespace", metavar="NAMESPACE", default="default", show_default=True)
@click.option("--chart", metavar="DIR|TGZ", help="Another chart than the one that comes with render.")
@click.option("--engine", "wanted", type=click.Choice(["embedded", "helm"]), help="Helm's library, or its command.")
def command(**options: Any) -> int:
    """Run what a spec and its `local` block render on this machine: each pod's command with its environment.

    GPUs are divided among the nodes. What differs from the cluster is listed first; with --netns that is next to
    nothing, since each node has its own interface, host name, DNS names and mounts. The exit status is 0 where the run
    ends well, else that of the first node that fails; 124 after --timeout, 130 after Ctrl-C.
    """
    from render.cli._run import run

    return run(**options)
