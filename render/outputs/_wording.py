"""What a finding says, for formats that have places of their own for the file, the line and the code."""

from render.outputs._location import path
from render.problem import Problem, describe, printable


def wording(problem: Problem) -> str:
    """Return the message and, on a line of its own, the hint; with the place where no file can say it."""
    if path(problem) is None:
        return describe(problem)
    hint = [] if problem.hint is None else [f"hint: {problem.hint}"]
    return "\n".join(printable(line) for line in [problem.message, *hint])
