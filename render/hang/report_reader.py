"""Read reports from logs of pods. Every node prints the same report, so that duplicates are expected."""

from dataclasses import dataclass, field

from render.hang.report import HangReport, parse_report
from render.log_data import LogFormat
from render.problem import Problem
from render.source import STDIN
from render.spec.codes import BROKEN_REPORT, NO_REPORT

MARK = "RENDER-HANG-REPORT"
"""Mark before the JSON of a report in the log of each node."""

_FORMAT = LogFormat(name="report", mark=MARK, schema="hang.json", broken=BROKEN_REPORT, source="give the whole line")


@dataclass(slots=True)
class ReportReader:
    """A reader of reports, in the order of the files and their lines."""

    reports: dict[str, HangReport] = field(default_factory=dict)
    """Reports by id."""
    problems: list[Problem] = field(default_factory=list)

    def read(self, path: str) -> None:
        """Add the reports and problems of a file; `-` is standard input."""
        is_empty = True
        for found in _FORMAT.read(path):
            is_empty = False
            if isinstance(found, Problem):
                self.problems.append(found)
            else:
                self.reports.setdefault(found.data["id"], parse_report(found.data))
        if is_empty:
            file = "<stdin>" if path == STDIN else path
            hint = f"a report is a line with `{MARK}` in the log of every node of a run with `hangDetection`"
            self.problems.append(NO_REPORT.problem("holds no report of a hang", hint=hint, file=file))
