"""The command line: `render COMMAND …`. One file a command, found by its name and imported when it is used."""

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import click

from render import __version__

CLEAN, PROBLEMS, FAILED = 0, 1, 2
"""Exit status: nothing wrong; the user's input is; the command could not run."""


class _Commands(click.Group):
    """The modules of this package, each with its `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(file.stem for file in Path(__file__).parent.glob("[!_]*.py"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return command


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="render", message="%(prog)s %(version)s")
def render() -> None:
    """Turn declarative training specs into Kubernetes manifests."""


def main() -> NoReturn:
    """Run the command and exit: 0 clean, 1 problems found, 2 could not run."""
    try:
        status = render.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        status = FAILED
    except click.Abort:
        status = FAILED
    except Exception:  # noqa: BLE001 - a traceback and status 2, where Python would exit with 1
        import traceback

        traceback.print_exc()
        click.echo("this is a fault of render itself", err=True)
        status = FAILED
    _leave(status)


def _leave(status: int) -> NoReturn:
    """Exit at once: to take down Helm's library and the interpreter piece by piece is a tenth of a short run."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):  # closed, or nobody reads
            status = status or FAILED
    os._exit(status or CLEAN)
