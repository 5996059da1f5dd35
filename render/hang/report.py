"""A report of the watchers of a run, as the chart's scripts print it (`schemas/hang.json`)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

_INSTALLED = re.compile(r"/(site|dist)-packages/|/lib/python\d[.\d]*/|^<frozen|^<string>$")
"""Files of packages and of Python itself."""


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
