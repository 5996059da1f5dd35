"""Fields of a problem that several formats have: its file, its text, and its fingerprint."""

import json
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path, PurePath

from render.problem import Problem, describe, printable

NOT_FILES = frozenset(["--name", "--set", "<stdin>"])
"""Values of `Problem.file` that are not files."""


def path(problem: Problem) -> str | None:
    """Return the file's path from the working directory, or an absolute one if the file is not below it.

    Returns None if the problem is not about a file.
    """
    if problem.file is None or problem.file in NOT_FILES:
        return None
    found = PurePath(problem.file)
    if found.is_absolute() and found.is_relative_to(Path.cwd()):
        found = found.relative_to(Path.cwd())
    return found.as_posix()


def wording(problem: Problem) -> str:
    """Return the message and, on a line of its own, the hint; with the place if it is not a file."""
    if path(problem) is None:
        return describe(problem)
    hint = [] if problem.hint is None else [f"hint: {problem.hint}"]
    return "\n".join(printable(line) for line in [problem.message, *hint])


class Fingerprints:
    """The fingerprints of one report: unique, and unchanged when lines move."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def of(self, problem: Problem) -> str:
        """Return the fingerprint of the next problem, 64 hexadecimal digits."""
        file = path(problem) or problem.file
        identity = [problem.code, file, problem.object, problem.pointer, problem.message]
        digest = _digest(identity)
        self._seen[digest] += 1
        return digest if self._seen[digest] == 1 else _digest([*identity, self._seen[digest]])


def _digest(identity: Sequence[str | int | None]) -> str:
    return sha256(json.dumps(identity).encode()).hexdigest()
