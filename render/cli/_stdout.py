"""Print what may be long to standard output, which may be closed."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from render.cli import CLEAN, FAILED


def print_all(texts: Iterable[str]) -> int:
    """Print texts and return the exit status."""
    try:
        sys.stdout.writelines(texts)
        sys.stdout.flush()
    except BrokenPipeError:
        leave_unread()
        return FAILED
    except OSError as error:
        raise unwritten(error) from error
    return CLEAN


def write_all(lines: Iterable[str], file: Path | None) -> bool:
    """Write styled lines to a file, or print them, and say whether all have been taken. Raises click.ClickException."""
    if file is not None:
        write_file(file, (click.unstyle(line) for line in lines))
        return True
    try:
        for line in lines:
            click.echo(line, nl=False, color=False if os.environ.get("NO_COLOR") else None)
    except BrokenPipeError:
        leave_unread()
        return False
    except OSError as error:
        raise unwritten(error) from error
    return True


def write_file(file: Path, lines: Iterable[str]) -> None:
    """Write a file whole, or leave it as it is. Raises click.ClickException."""
    from render.folder import replace  # most commands print

    data = "".join(lines).encode()
    try:
        replace(file, data)
    except OSError as error:
        raise click.ClickException(f"`{file}`: {(error.strerror or str(error)).lower()}") from error


def unwritten(error: OSError) -> click.ClickException:
    """Return what to say where standard output takes nothing, and drop what is still to be written."""
    leave_unread()
    return click.ClickException(f"standard output: {(error.strerror or str(error)).lower()}")


def leave_unread() -> None:
    """Drop what is still to be written: nobody reads it, and the interpreter's last flush must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
