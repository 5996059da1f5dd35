"""`render sweep`: its options. The work is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._command import Command
from render.cli._options import chart_options, folder_option, path_argument


@click.command(
    "sweep",
    cls=Command,
    section="Write specs",
    examples={
        "Print all specs": "render sweep sweep.yaml",
        "Write one file for each": "render sweep sweep.yaml --output-dir runs",
    },
)
@path_argument("path", "FILE")
@chart_options
@folder_option("Folder to write each spec to, as NAME.yaml.")
def command(**options: Any) -> int:
    """Write a spec for each combination of parameters.

    All specs are checked before one is written. FILE is YAML with two keys: `template`, a spec or the path of one,
    whose texts may contain Jinja expressions such as "--lr={{ lr }}"; and `parameters`, a grid (lists of values by
    name) or a list of combinations. `-` is standard input.
    """
    from render.cli._sweep import run

    return run(**options)
