"""`render hang`: its command and options. The work is imported when it runs."""

from typing import Any

import click

from render.cli._command import Group
from render.cli._options import format_option, output_file_option, path_argument
from render.hang.outputs import names


@click.group("hang", cls=Group, section="Run")
def command() -> None:
    """Report who was late when a run hung."""


@command.command(
    "report",
    examples={
        "Show the reports in a node's log": "kubectl logs run1-node-0-0-abcde | render hang report -",
        "Write a page": "render hang report node-*.log -o html --output-file hang.html",
    },
)
@path_argument("paths", "LOG...", nargs=-1, required=True)
@format_option(names(), default="text")
@output_file_option
def report(**options: Any) -> int:
    """Report the hangs in the logs of a run with `hangDetection`.

    LOG is the log of any node of the run, or `-` for standard input. Every node logs the same reports; each is shown
    once.

    The exit status is 0 if no report is a hang, and 1 if one is or a file can't be read.
    """
    from render.cli._hang import report_hangs

    return report_hangs(**options)
