"""`render ladder`: its options. The work is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._command import Command
from render.cli._options import folder_option, path_argument, spec_options


@click.command(
    "ladder",
    cls=Command,
    section="Write specs",
    examples={
        "Show the four sizes and how to start each": "render ladder spec.yaml",
        "Write each size as a spec": "render ladder spec.yaml --output-dir sizes",
    },
)
@path_argument("path", "SPEC")
@spec_options("the spec")
@folder_option("Folder to write each size to, as NAME.yaml.")
def command(**options: Any) -> int:
    """Write the same training at four sizes, and check each.

    The sizes are `local` (this machine, with the spec's `local` block), `one-node`, `small` (two nodes) and `full`
    (the spec itself). Each has a name and checkpoints of its own. The command prints how to start each.
    """
    from render.cli._ladder import run

    return run(**options)
