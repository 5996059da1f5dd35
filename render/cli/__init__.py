"""The command line: `render COMMAND …`. Each command is a module, found by its name and imported at its first use."""

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
from render.cli._command import Group
from render.problem import without_commands

CLEAN, PROBLEMS, FAILED = 0, 1, 2
"""Exit status: no problems; problems in the user's input; the command could not run."""
NOT_STARTED = 125
"""Exit status of `render run` if it starts no node, as in `docker run`: all others are those of the program."""

_OUTPUT_ERRORS = frozenset([errno.EBADF, errno.EIO, errno.ENOSPC, errno.EPIPE])
"""Errors of a write to a closed or full standard output."""


class _Commands(Group):
    """The modules of this package, each with its `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        files = Path(__file__).parent.iterdir()
        return sorted(file.stem for file in files if file.suffix == ".py" and not file.stem.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return command


@click.command(
    cls=_Commands,
    examples={
        "Start with a spec": "render init > spec.yaml",
        "Check it": "render validate spec.yaml",
        "Apply it": "render template spec.yaml | kubectl apply -f -",
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="render", message="%(prog)s %(version)s")
def render() -> None:
    """Render and check Kubernetes manifests of distributed training.

    The exit status is 0 without problems, 1 with problems, and 2 if the command could not run.
    """


def main() -> NoReturn:
    """Run the command and exit: 0 without problems, 1 with problems, 2 if it could not run."""
    failed = NOT_STARTED if sys.argv[1:2] == ["run"] else FAILED
    try:
        status = render.main(standalone_mode=False, complete_var="_RENDER_COMPLETE")
    except click.ClickException as error:
        _write_error(partial(_show_user_error, error))
        status = failed
    except SystemExit as end:  # raised by shell completion, and by click if its output is not read
        status = failed if end.code else CLEAN
    except click.Abort:
        status = failed
    except Exception as error:  # noqa: BLE001 - a traceback and status 2: Python would exit with 1
        _write_error(partial(_show_internal_error, error))
        status = failed
    _exit(status, failed)


def _show_user_error(error: click.ClickException) -> None:
    text = StringIO()
    error.show(file=text)
    click.echo(without_commands(text.getvalue()), err=True, nl=False)


def _show_internal_error(error: Exception) -> None:
    if isinstance(error, OSError) and error.filename is None and error.errno in _OUTPUT_ERRORS:
        click.echo(f"Error: can't write the output: {os.strerror(error.errno).lower()}", err=True)
        return
    import traceback

    text = "".join(traceback.format_exception(error))
    click.echo(f"{without_commands(text)}this is a bug in render", err=True)


def _write_error(show: Callable[[], None]) -> None:
    """Write to standard error, which may be closed or full."""
    with suppress(OSError):
        show()


def _exit(status: int, failed: int) -> NoReturn:
    """Exit without finalizing Helm's library and the interpreter, which takes a tenth of a short run."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):  # closed, or without a reader
            status = status or failed
    os._exit(status or CLEAN)
