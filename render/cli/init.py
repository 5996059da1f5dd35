"""`render init`: its argument. The work is imported when it runs, so that `--help` stays cheap."""

from pathlib import Path

import click

from render.cli._command import Command

_LAUNCHERS = sorted(file.stem for file in Path(__file__).parents[1].glob("starter/launchers/*.yaml"))
_DEFAULT = "torchrun"
_HELP = f"""Print a starter spec with a comment for every key.

LAUNCHER is one of {", ".join(_LAUNCHERS)}; default: {_DEFAULT}.
"""


@click.command(
    "init",
    cls=Command,
    section="Write specs",
    help=_HELP,
    examples={
        "Start with torchrun": "render init > spec.yaml",
        "Start with another launcher": "render init deepspeed > spec.yaml",
    },
)
@click.argument("launcher", metavar="[LAUNCHER]", type=click.Choice(_LAUNCHERS), default=_DEFAULT)
def command(launcher: str) -> int:
    """Print a starter spec with a comment for every key."""
    from render.cli._output import print_all
    from render.engine import Chart
    from render.starter import commented

    return print_all(f"{line}\n" for line in commented(launcher, Chart.bundled().schema()))
