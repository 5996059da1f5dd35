"""What `render smoke report` does."""

from collections.abc import Sequence
from pathlib import Path

from render.cli import CLEAN, PROBLEMS
from render.cli._report import report
from render.cli._request import read_once
from render.cli._stdout import print_all, write_file
from render.problem import has_error
from render.smoke.outputs import find
from render.smoke.reading import Reading


def run(*, paths: Sequence[str], format_: str, output_file: Path | None) -> int:
    """Report results and return the exit status. Raises click.ClickException where it can't."""
    read_once(*paths)
    found = Reading()
    for path in paths:
        found.read(path)
    report(found.problems, {})
    if has_error(found.problems):
        return PROBLEMS
    *earlier, last = found.results
    text = find(format_)(last, earlier)
    if output_file is None:
        status = print_all([text])
    else:
        write_file(output_file, [text])
        status = CLEAN
    return status or (CLEAN if last.has_passed else PROBLEMS)
