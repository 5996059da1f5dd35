"""Print what may be long to standard output, which may be closed."""

import os
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO

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
    return CLEAN


def write_all(lines: Iterable[str], file: Path | None) -> bool:
    """Write styled lines to a file, or print them, and say whether all have been taken. Raises click.ClickException."""
    try:
        with _target(file) as stream:
            for line in lines:
                click.echo(line, file=stream, nl=False, color=False if os.environ.get("NO_COLOR") else None)
    except BrokenPipeError:
        leave_unread()
        return False
    except OSError as error:
        raise click.ClickException(f"{file or 'standard output'}: {(error.strerror or '').lower()}") from error
    return True


def _target(file: Path | None) -> AbstractContextManager[IO[str]]:
    return nullcontext(sys.stdout) if file is None else file.open("w", encoding="utf-8")


def leave_unread() -> None:
    """Drop what is still to be written: nobody reads it, and the interpreter's last flush must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
