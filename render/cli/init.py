"""`render init`: its argument. The work is imported when it runs, so that `--help` stays cheap."""

from pathlib import Path

import click

from render.cli._command import Command

_LAUNCHERS = sorted(file.stem for file in Path(__file__).parents[1].glob("starter/launchers/*.yaml"))


@click.command(
    "init",
    cls=Command,
    section="Write specs",
    examples={
        "Start with torchrun": "render init > spec.yaml",
        "Start with another launcher": "render init deepspeed > spec.yaml",
    },
)
@click.argument("launcher", type=click.Choice(_LAUNCHERS), default="torchrun")
def command(launcher: str) -> int:
    """Print a starter spec with a comment for every key.

    LAUNCHER is torchrun by default.
    """
    from render.cli._output import print_all
    from render.engine import Chart
    from render.starter import commented

    return print_all(f"{line}\n" for line in commented(launcher, Chart.bundled().schema()))
