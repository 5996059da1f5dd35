"""The work of `render hang report`."""

from collections.abc import Sequence
from pathlib import Path

from render.cli import CLEAN, PROBLEMS
from render.cli._output import print_all, report, write_file
from render.cli._request import reject_repeated_stdin
from render.hang.outputs import find
from render.hang.report import ReportReader
from render.problem import has_error


def report_hangs(*, paths: Sequence[str], format_: str, output_file: Path | None) -> int:
    """Report the hangs in logs and return the exit status. Raises click.ClickException if it can't."""
    reject_repeated_stdin(*paths)
    found = ReportReader()
    for path in dict.fromkeys(paths):
        found.read(path)
    report(found.problems, {})
    if has_error(found.problems):
        return PROBLEMS
    text = find(format_)(list(found.reports.values()))
    if output_file is None:
        status = print_all([text])
    else:
        write_file(output_file, [text])
        status = CLEAN
    return status or (PROBLEMS if any(one.is_hang for one in found.reports.values()) else CLEAN)
