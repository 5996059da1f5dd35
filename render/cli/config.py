"""`render config`: its options. The work is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._command import Command
from render.cli._options import format_option, path_argument


@click.command(
    "config",
    cls=Command,
    section="Render and check",
    examples={
        "Show the settings for a spec, and where each is from": "render config specs/run.yaml",
        "Show those of this folder as JSON": "render config -o json",
    },
)
@path_argument("path", "[PATH]", default=".")
@format_option(("text", "json"))
def command(**options: Any) -> int:
    """Show the settings that apply to a file or folder, and where each is from.

    `render validate`, `render diff` and `render doctor` read the nearest `render.yaml` above a file, within its
    repository. Options of a command come before it. `render template` reads none.
    """
    from render.cli._config import run

    return run(**options)
