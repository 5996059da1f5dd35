"""The result of a run of the test (`schemas/smoke.json`). Rates are in GB/s, times in microseconds."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from render.log_data import LogData, LogFormat
from render.problem import Problem, printable
from render.spec.codes import BROKEN_RESULT, NO_RESULT, SAME_RESULT_AGAIN

Data = dict[str, Any]

PASSED = "pass"
"""Verdict of a run that has passed."""

_LIBRARIES = ("torch", "NCCL")


class SizeResult(NamedTuple):
    """Measurements with buffers of one size."""

    bytes: int
    algbw: float
    busbw: float
    wrong: int
    median: float
    p99: float
    least: float
    most: float


class SourcedRate(NamedTuple):
    """A rate and its origin: a size in bytes, or the name of a source."""

    busbw: float
    of: Any


class SlowNode(NamedTuple):
    """A node that is slower than the others."""

    node: int
    where: str
    busbw: float
    usual: float


class Link(NamedTuple):
    """A measured pair of nodes; `a` equals `b` for the processes inside one node."""

    a: int
    b: int
    busbw: float
    is_slow: bool


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The slow nodes and the measured pairs."""

    slow: tuple[SlowNode, ...]
    links: tuple[Link, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class SmokeResult:
    """A valid result. Its texts contain only printable characters, except in `data`."""

    data: Data
    """The result as read."""
    run: str
    verdict: str
    sentence: str
    backend: str
    collective: str
    operation: str
    """Data type and reduction operation."""
    nodes: int
    procs: int
    world: int
    gpu: str | None
    hosts: tuple[str, ...]
    machines: tuple[str, ...]
    """Names of the Kubernetes nodes, by node; empty ones are not known."""
    versions: tuple[tuple[str, str], ...]
    """Library names with their versions, if known."""
    sizes: tuple[SizeResult, ...]
    """Measurements, sorted by size."""
    peak: SourcedRate | None
    floor: SourcedRate | None
    ceiling: float | None
    wanted: str | None
    seen: str | None
    is_proven: bool
    diagnosis: Diagnosis | None
    notes: tuple[str, ...]

    @property
    def has_passed(self) -> bool:
        """Return True if the test has passed."""
        return self.verdict == PASSED

    def name(self, node: int) -> str:
        """Return a node's number with the names of its host and of its Kubernetes node, if known.

        The number comes first because nodes on one host have the same name.
        """
        host = self.hosts[node] if node < len(self.hosts) else ""
        machine = self.machine(node)
        return " ".join((f"{node}", *([host] if host else ()), *([f"on {machine}"] if machine else ())))

    def machine(self, node: int) -> str:
        """Return the name of a node's Kubernetes node; empty if it is not known."""
        return self.machines[node] if node < len(self.machines) else ""


def parse_result(data: Data) -> SmokeResult:
    """Return the result of data that match the schema."""
    transport = data["transport"]
    return SmokeResult(
        data=data,
        run=printable(data["run"]),
        verdict=data["verdict"],
        sentence=printable(data["sentence"]),
        backend=data["backend"],
        collective=data["collective"],
        operation=printable(" ".join(word for word in (data["dtype"], data["operation"]) if word)),
        nodes=data["nodes"],
        procs=data["procs"],
        world=data["world"],
        gpu=_text(data["gpu"]),
        hosts=_texts(data["hosts"]),
        machines=_texts(data.get("machines", ())),
        versions=tuple(
            (name, printable(version)) for name in _LIBRARIES if (version := data["versions"][name.lower()])
        ),
        sizes=tuple(sorted(map(_size, data["sizes"]))),
        peak=_amount(data["peak"], "bytes"),
        floor=_amount(data["floor"], "source"),
        ceiling=data["ceiling"],
        wanted=_text(transport["wanted"]),
        seen=_text(transport["seen"]),
        is_proven=transport["proven"],
        diagnosis=_diagnosis(data["diagnosis"]),
        notes=_texts(data["notes"]),
    )


def _text(text: str | None) -> str | None:
    return None if text is None else printable(text)


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(printable, texts))


def _size(one: Data) -> SizeResult:
    time = one["time"]
    spread = time["median"], time["p99"], time["min"], time["max"]
    return SizeResult(int(one["bytes"]), one["algbw"], one["busbw"], int(one["wrong"]), *spread)


def _amount(data: Data | None, of: str) -> SourcedRate | None:
    if data is None:
        return None
    return SourcedRate(data["busbw"], printable(data[of]) if isinstance(data[of], str) else int(data[of]))


def _diagnosis(data: Data | None) -> Diagnosis | None:
    if data is None:
        return None
    slow = (SlowNode(int(one["node"]), one["where"], one["busbw"], one["usual"]) for one in data["slowNodes"])
    inside = (Link(int(one["node"]), int(one["node"]), one["busbw"], is_slow=False) for one in data["inNode"])
    links = (Link(int(one["a"]), int(one["b"]), one["busbw"], one["slow"]) for one in data["links"])
    return Diagnosis(tuple(slow), (*inside, *links), int(data["rounds"]))


MARK = "RENDER-SMOKE-RESULT"
"""Mark before the JSON of a result in the log of rank 0."""

_FORMAT = LogFormat(
    name="result",
    origin="the smoke test",
    mark=MARK,
    schema="smoke.json",
    broken=BROKEN_RESULT,
    missing=NO_RESULT,
    source="give the whole log of rank 0, or the file that the test's `--json` writes",
    place=f"the log of rank 0 has a line with `{MARK}`; the test's `--json FILE` writes the same",
    essential=frozenset(["sizes", "verdict"]),
)


@dataclass(slots=True)
class ResultReader:
    """A reader of results, in the order of the files and their lines."""

    results: list[SmokeResult] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _seen: dict[str, str] = field(default_factory=dict)
    """Place of each result by its text, to detect duplicates."""

    def read(self, path: str) -> None:
        """Add the results and problems of a file; `-` is standard input."""
        for found in _FORMAT.read(path):
            if isinstance(found, Problem):
                self.problems.append(found)
            else:
                self._take(found)

    def _take(self, found: LogData) -> None:
        text = json.dumps(found.data, sort_keys=True)
        if text in self._seen:
            message = f"is the result of {self._seen[text]} again, and left out"
            self.problems.append(SAME_RESULT_AGAIN.problem(message, file=found.file, span=found.span))
            return
        self._seen[text] = f"{found.file}:{found.span[0]}"
        self.results.append(parse_result(found.data))
