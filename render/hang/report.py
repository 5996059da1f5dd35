"""A report of the watchers of a run, as the chart's scripts print it to logs (`schemas/hang.json`)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from render.log_data import LogFormat
from render.problem import Problem
from render.spec.codes import BROKEN_REPORT, NO_REPORT

_INSTALLED = re.compile(r"/(site|dist)-packages/|/lib(64)?/python3|<frozen |<string>")
"""Files of packages and of Python itself, as the chart's scripts know them (tests/hang/test_report.py compares)."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a stack."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        """Return the function and the place, with the name of the file only."""
        return f"{self.function} ({PurePosixPath(self.file).name}:{self.line})"


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank of a report."""

    rank: int
    node: int | None
    host: str | None
    state: str
    stack: tuple[Call, ...]
    """The innermost call first; empty where it is not known."""

    @property
    def own_call(self) -> Call | None:
        """The innermost call that is not in an installed package; None if there is none."""
        return next((call for call in self.stack if not _INSTALLED.search(call.file)), None)


@dataclass(frozen=True, slots=True)
class HangReport:
    """One report."""

    data: Mapping[str, Any]
    """The report as it was read."""
    late: tuple[Rank, ...]
    waiting: tuple[Rank, ...]

    @property
    def is_hang(self) -> bool:
        """Return False if the ranks wait for a save, an evaluation or a compilation."""
        return bool(self.data["verdict"] == "hang")

    @property
    def title(self) -> str:
        """The run, its attempt and the number of the report."""
        return f"{self.data['run']}, attempt {self.data['attempt']}, report {self.data['report']}"

    @property
    def unreachable(self) -> tuple[Mapping[str, Any], ...]:
        """The nodes that sent nothing."""
        return tuple(node for node in self.data["nodes"] if node["unreachable"] is not None)


def parse_report(data: Mapping[str, Any]) -> HangReport:
    """Return the report of an object that `schemas/hang.json` accepts."""
    return HangReport(data, _ranks(data["late"]), _ranks(data["waiting"]))


def _ranks(found: list[Mapping[str, Any]]) -> tuple[Rank, ...]:
    return tuple(
        Rank(rank["rank"], rank["node"], rank["host"], rank["state"], tuple(Call(*call) for call in rank["stack"]))
        for rank in found
    )


MARK = "RENDER-HANG-REPORT"
"""Mark before the JSON of a report in the log of each node."""

_FORMAT = LogFormat(
    name="report",
    origin="a hang",
    mark=MARK,
    schema="hang.json",
    broken=BROKEN_REPORT,
    missing=NO_REPORT,
    source="give the whole line",
    place=f"a report is a line with `{MARK}` in the log of every node of a run with `hangDetection`",
)


@dataclass(slots=True)
class ReportReader:
    """A reader of reports, in the order of the files and their lines."""

    reports: dict[str, HangReport] = field(default_factory=dict)
    """Reports by id."""
    problems: list[Problem] = field(default_factory=list)

    def read(self, path: str) -> None:
        """Add the reports and problems of a file; `-` is standard input."""
        for found in _FORMAT.read(path):
            if isinstance(found, Problem):
                self.problems.append(found)
            else:
                self.reports.setdefault(found.data["id"], parse_report(found.data))
