"""Show problems to a person, on standard error."""

import os
from collections.abc import Iterable, Mapping

import click

from render.problem import LINE_BREAK, Problem, Severity, describe, without_commands

COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}


def report(problems: Iterable[Problem], sources: Mapping[str, str]) -> None:
    """Print problems in the order of files and lines; `sources` holds the text of each file."""
    for problem in sorted(problems, key=lambda problem: problem.sort_key):
        first, *rest = describe(problem, _row(problem, sources)).split("\n")
        say("\n".join([click.style(first, fg=COLOURS[problem.severity]), *rest]))


def _row(problem: Problem, sources: Mapping[str, str]) -> str | None:
    text = sources.get(problem.file or "")
    if text is None or problem.line is None:
        return None
    rows = LINE_BREAK.split(text)
    return rows[problem.line - 1] if problem.line <= len(rows) else None


def say(text: str) -> None:
    """Print a line, in colour only on a terminal and without `NO_COLOR` (https://no-color.org)."""
    click.echo(without_commands(text), err=True, color=False if os.environ.get("NO_COLOR") else None)


def count(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where there are several."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
