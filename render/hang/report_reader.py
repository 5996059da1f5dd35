"""Read reports from logs of pods. Every node prints the same report, so that duplicates are expected."""

import json
from dataclasses import dataclass, field
from functools import cache

from render.hang.report import HangReport, parse_report
from render.kube.schema_folders import bundled_schemas
from render.kube.validator import Validator
from render.problem import Problem
from render.schema_errors.checker import SchemaChecker
from render.source import STDIN
from render.source.codes import UNREADABLE
from render.source.marked_log import MarkedText, NotJsonError, marked_texts, opened_log, parse_strict
from render.spec.codes import BROKEN_REPORT, NO_REPORT

SCHEMA = "hang.json"
MARK = "RENDER-HANG-REPORT"
"""Mark before the JSON of a report in the log of each node."""


@dataclass(slots=True)
class ReportReader:
    """A reader of reports, in the order of the files and their lines."""

    reports: dict[str, HangReport] = field(default_factory=dict)
    """Reports by id."""
    problems: list[Problem] = field(default_factory=list)

    def read(self, path: str) -> None:
        """Add the reports and problems of a file; `-` is standard input."""
        file = "<stdin>" if path == STDIN else path
        is_empty = True
        try:
            with opened_log(path) as stream:
                for part in marked_texts(stream, MARK):
                    is_empty = False
                    self._add(file, part)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            self.problems.append(UNREADABLE.problem(f"can't be read: {(reason or str(error)).lower()}", file=file))
            return
        if is_empty:
            hint = f"a report is a line with `{MARK}` in the log of every node of a run with `hangDetection`"
            self.problems.append(NO_REPORT.problem("holds no report of a hang", hint=hint, file=file))

    def _add(self, file: str, part: MarkedText) -> None:
        span = (part.line, part.column, part.line, part.column + 1)
        try:
            data = parse_strict(part.text)
        except NotJsonError as error:
            message = f"the report is not JSON: {error}"
            self.problems.append(BROKEN_REPORT.problem(message, hint="give the whole line", file=file, span=span))
            return
        mistakes = report_checker().errors(data)
        for found in mistakes:
            self.problems.append(
                BROKEN_REPORT.problem(found.message, hint=found.hint, file=file, span=span, pointer=found.pointer)
            )
        if not mistakes:
            self.reports.setdefault(data["id"], parse_report(data))


@cache
def report_checker() -> SchemaChecker:
    """Return the schema checker of reports."""
    return SchemaChecker.of(Validator(json.loads((bundled_schemas() / SCHEMA).read_bytes())))
