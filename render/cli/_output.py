"""Write problems and progress to standard error, and results to standard output, files and folders."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from render.cli import CLEAN, FAILED
from render.problem import Problem, split_lines, without_commands
from render.terminal import style_problem, wants_color

if TYPE_CHECKING:  # few commands write specs
    from render.spec import Spec

T = TypeVar("T")

FEW = 40
"""Maximum items without a progress bar: they are done before a user would look at it."""


def report(problems: Iterable[Problem], sources: Mapping[str, str]) -> None:
    """Print problems in the order of files and lines; `sources` are the texts of the files by name."""
    for problem in sorted(problems, key=lambda problem: problem.sort_key):
        print_status(style_problem(problem, _row(problem, sources)))


def _row(problem: Problem, sources: Mapping[str, str]) -> str | None:
    text = sources.get(problem.file or "")
    if text is None or problem.line is None:
        return None
    rows = split_lines(text)
    return rows[problem.line - 1] if problem.line <= len(rows) else None


def print_status(text: str) -> None:
    """Print a line to standard error."""
    click.echo(without_commands(text), err=True, color=wants_color(sys.stderr))


def count(number: int, noun: str) -> str:
    """Return a number with its noun, as in `1 file` and `2 files`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def progress(items: Iterator[T], total: int) -> Iterator[T]:
    """Yield the items, with a progress bar if standard error is a terminal."""
    if total <= FEW or not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return iter(track(items, total=total, description="", transient=True, console=Console(stderr=True)))


def print_all(texts: Iterable[str]) -> int:
    """Print texts and return the exit status. Raises click.ClickException."""
    try:
        sys.stdout.writelines(texts)
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        return FAILED
    except OSError as error:
        raise output_error(error) from error
    return CLEAN


def write_all(lines: Iterable[str], file: Path | None) -> bool:
    """Write styled lines to a file, or print them; return True if all are written. Raises click.ClickException."""
    if file is not None:
        write_file(file, (click.unstyle(line) for line in lines))
        return True
    color = wants_color(sys.stdout)
    try:
        for line in lines:
            click.echo(line, nl=False, color=color)
    except BrokenPipeError:
        discard_output()
        return False
    except OSError as error:
        raise output_error(error) from error
    return True


def write_file(file: Path, lines: Iterable[str]) -> None:
    """Write a file whole or not at all. Raises click.ClickException."""
    from render.folder import replace  # most commands print

    data = "".join(lines).encode()
    try:
        replace(file, data)
    except OSError as error:
        raise file_error(error, file) from error


def write_specs(specs: "Sequence[Spec]", folder: str) -> bool:
    """Write each spec whole or not at all; return True if all are written. Raises click.ClickException."""
    from render.folder import Folder

    target = Folder(Path(folder))
    clashes = target.clashes(specs)
    report(clashes, {})
    if clashes:
        return False
    written = 0
    try:
        for spec in specs:
            done = target.write(spec.output, spec.document.content if spec.document else "")
            if isinstance(done, Problem):
                report([done], {})
                return False
            written += done
    except OSError as error:
        raise file_error(error, folder) from error
    print_status(f"{count(len(specs), 'spec')}: {written} written, {len(specs) - written} unchanged")
    return True


def file_error(error: OSError, path: str | Path) -> click.ClickException:
    """Return the click exception for an error of a file, or of the file that the error names."""
    return click.ClickException(f"`{error.filename or path}`: {_reason(error)}")


def output_error(error: OSError) -> click.ClickException:
    """Return the click exception for an error of standard output, and discard the buffered output."""
    discard_output()
    return click.ClickException(f"standard output: {_reason(error)}")


def discard_output() -> None:
    """Discard the buffered output, so that the interpreter's last flush doesn't fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
