"""Colours for terminals, and problems as coloured text."""

import os
from typing import IO, Any

import click

from render.problem import Problem, Severity, describe

_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}


def wants_color(stream: IO[Any]) -> bool:
    """Return True if text for a stream is coloured: if it is a terminal, unless the environment overrides it.

    `NO_COLOR` (https://no-color.org) wins over `FORCE_COLOR` (https://force-color.org); an empty one counts as unset.
    """
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def style_problem(problem: Problem, row: str | None) -> str:
    """Return a problem as text whose first line has the colour of its severity. `row` is the line of the file."""
    first, *rest = describe(problem, row).split("\n")
    return "\n".join([click.style(first, fg=_COLORS[problem.severity]), *rest])
