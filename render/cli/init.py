"""`render init`: its argument. What it does is imported when it runs, so that `--help` stays cheap."""

from pathlib import Path

import click

_LAUNCHERS = sorted(file.stem for file in Path(__file__).parents[1].glob("starter/launchers/*.yaml"))


@click.command("init", short_help="Print a commented starter spec.")
@click.argument("launcher", type=click.Choice(_LAUNCHERS), default="torchrun")
def command(launcher: str) -> int:
    """Print a starter spec for a launcher (torchrun by default), with a comment at every key."""
    from render.cli._init import run

    return run(launcher)
