"""Where a finding is, for tools that look the file up in a checkout."""

from pathlib import Path, PurePath

from render.problem import Problem

NOT_FILES = frozenset(["--name", "--set", "<stdin>"])
"""What a finding can be about beside a file."""


def path(problem: Problem) -> str | None:
    """Return the file's path from the working directory, or an absolute one where the file is not below it.

    None where the finding is about no file.
    """
    if problem.file is None or problem.file in NOT_FILES:
        return None
    found = PurePath(problem.file)
    if found.is_absolute() and found.is_relative_to(Path.cwd()):
        found = found.relative_to(Path.cwd())
    return found.as_posix()
