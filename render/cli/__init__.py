"""The command line: `render COMMAND …`. One file a command, found by its name and imported when it is used."""

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import NoReturn

import click

from render import __version__
from render.problem import without_commands

CLEAN, PROBLEMS, FAILED = 0, 1, 2
"""Exit status: nothing wrong; the user's input is; the command could not run."""


_UNWRITTEN = frozenset([errno.EBADF, errno.EIO, errno.ENOSPC, errno.EPIPE])
"""What a closed or full standard output answers to a write."""


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
        _tell(partial(_show_refusal, error))
        status = FAILED
    except (SystemExit, click.Abort):  # click exits with 1 where nobody reads what it prints
        status = FAILED
    except Exception as error:  # noqa: BLE001 - a traceback and status 2, where Python would exit with 1
        _tell(partial(_show_fault, error))
        status = FAILED
    _leave(status)


def _show_refusal(error: click.ClickException) -> None:
    text = StringIO()
    error.show(file=text)
    click.echo(without_commands(text.getvalue()), err=True, nl=False)


def _show_fault(error: Exception) -> None:
    if isinstance(error, OSError) and error.filename is None and error.errno in _UNWRITTEN:
        click.echo(f"Error: can't write the output: {os.strerror(error.errno).lower()}", err=True)
        return
    import traceback

    text = "".join(traceback.format_exception(error))
    click.echo(f"{without_commands(text)}this is a fault of render itself", err=True)


def _tell(show: Callable[[], None]) -> None:
    """Write to standard error, which may be closed or full."""
    with suppress(OSError):
        show()


def _leave(status: int) -> NoReturn:
    """Exit at once: to take down Helm's library and the interpreter piece by piece is a tenth of a short run."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):  # closed, or nobody reads
            status = status or FAILED
    os._exit(status or CLEAN)
