"""`render smoke`: its commands and their options. What they do is imported when it runs."""

from pathlib import Path
from typing import Any

import click

from render.smoke.outputs import names


@click.group("smoke", short_help="Measure the network between nodes, and report what was measured.")
def command() -> None:
    """Measure the network between nodes with all-reduce, and report what was measured."""


@command.command("report", short_help="Make a table, a page or other formats of results.")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option("--output", "format_", type=click.Choice(names()), default="table", show_default=True)
@click.option("--output-file", metavar="FILE", type=Path, help="Write there instead of to standard output.")
def report(**options: Any) -> int:
    """Report the result of a smoke test.

    FILE is the log of the pod with rank 0, however it was printed, the JSON that the test's --json has written, or `-`
    for standard input. Of several results the last one is reported; the table and the page compare it with those
    before it. The exit status is 0 where its verdict is `pass`, 1 where it is another one or a file can't be used.
    """
    from render.cli._smoke_report import run

    return run(**options)


@command.command("run", short_help="Run the test on this machine.")
@click.option("--nodes", type=click.IntRange(1, 250), metavar="N", help="Nodes; else 1 with GPUs, 2 without.")
@click.option("--procs", type=click.IntRange(1, 64), metavar="N", help="Processes a node; else one a GPU, 1 without.")
@click.option("--netns", "is_isolated", is_flag=True, help="Give each node a network namespace; needs root.")
@click.option(
    "--min-busbw",
    type=click.FloatRange(min=0, min_open=True),
    metavar="GBPS",
    help="The floor of the peak bus bandwidth; without it there is no gate.",
)
@click.option("--diagnose", "is_diagnosed", is_flag=True, help="Look for who is slow, not only below the floor.")
@click.option("--json", metavar="FILE", type=Path, help="Write the result there, for `render smoke report`.")
def run(*, is_isolated: bool, **asked: Any) -> int:
    """Run the test between nodes on this machine, as `render run` does: over NCCL on GPUs, over gloo on CPUs.

    It needs torch. The exit status is 0 where the network is as it should be, 1 where it is slow, gives wrong results,
    can't be reached or is not the one that was meant, 2 where the test could not run, and 130 after Ctrl-C.
    """
    from render.cli._smoke_run import run
    from render.smoke.spec import Asked

    return run(asked=Asked(**asked), is_isolated=is_isolated)
