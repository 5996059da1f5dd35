"""A Python module is not in the image.

The program imports a package that the image does not have, or a file that is not in its working directory.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://docs.python.org/3/library/exceptions.html#ModuleNotFoundError
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._texts import explain_line
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_LINE = re.compile(
    r"ModuleNotFoundError: No module named [^\n]{0,100}|[^\n]{0,100}can't open file "
    r"[^\n]{0,200}No such file or directory"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if a container that failed left this line."""
    yield from explain_line(
        run,
        _LINE,
        "{place} lacks a part of the program: {line}",
        "add the package to the image, or the file to `files` or to `workingDir`",
        key="image",
    )
