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
