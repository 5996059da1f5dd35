"""A failure of our own while a file is checked: reported as a problem of that file, so that all others are checked."""

from collections.abc import Sequence
from pathlib import Path
from traceback import extract_tb

import render
from render.problem import Problem
from render.source.codes import INTERNAL
from render.validation.result import Result

_ROOT = Path(render.__file__).parent


def crashed(error: Exception, results: Sequence[Result], position: int) -> list[Result]:
    """Return the results of files that can't be checked together, with the problem at the one in this position."""
    problem = crash(error, results[position].file)
    kept = [result._replace(members=()) for result in results]
    kept[position] = kept[position]._replace(problems=(*results[position].problems, problem))
    return kept


def crash(error: Exception, file: str) -> Problem:
    """Return the problem of a file that can't be checked. The error's own text is left out: it may hold a secret."""
    ours = [frame for frame in extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(_ROOT)]
    place = f" at {Path(ours[-1].filename).relative_to(_ROOT.parent).as_posix()}:{ours[-1].lineno}" if ours else ""
    return INTERNAL.problem(
        f"the check of this file failed: {type(error).__name__}{place}",
        hint="this is a bug in render: please report this line, with the file if it can be shared",
        file=file,
    )
