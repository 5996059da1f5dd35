"""The result of a run of the test, as `schemas/smoke.json` describes it. Rates are in GB/s, times in microseconds."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from render.problem import printable

Data = dict[str, Any]

PASSED = "pass"
"""The one verdict that is good."""

_LIBRARIES = ("torch", "NCCL")


class Size(NamedTuple):
    """What was measured with buffers of one size."""

    bytes: int
    algbw: float
    busbw: float
    wrong: int
    median: float
    p99: float
    least: float
    most: float


class Amount(NamedTuple):
    """A rate, with where it comes from: a size in bytes, or a source in words."""

    busbw: float
    of: Any


class Slow(NamedTuple):
    """A node that is slower than the others."""

    node: int
    where: str
    busbw: float
    usual: float


class Link(NamedTuple):
    """Two nodes that were measured alone; both the same one where its own processes were."""

    a: int
    b: int
    busbw: float
    is_slow: bool


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Who is slow."""

    slow: tuple[Slow, ...]
    links: tuple[Link, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class Result:
    """A result that the schema accepts. No text in it holds anything that would not show."""

    data: Data
    """As it was read."""
    run: str
    verdict: str
    sentence: str
    backend: str
    collective: str
    operation: str
    """With the type of the elements."""
    nodes: int
    procs: int
    world: int
    gpu: str | None
    hosts: tuple[str, ...]
    versions: tuple[tuple[str, str], ...]
    """By library, as far as they are known."""
    sizes: tuple[Size, ...]
    """By bytes."""
    peak: Amount | None
    floor: Amount | None
    ceiling: float | None
    wanted: str | None
    seen: str | None
    is_proven: bool
    diagnosis: Diagnosis | None
    notes: tuple[str, ...]

    @property
    def has_passed(self) -> bool:
        """Whether the network is as it should be."""
        return self.verdict == PASSED

    def name(self, node: int) -> str:
        """Return what a node is called: nodes of one machine have the same host name."""
        host = self.hosts[node] if node < len(self.hosts) else ""
        return f"{node} {host}" if host else f"{node}"


def result(data: Data) -> Result:
    """Return the result that data hold which the schema accepts."""
    transport = data["transport"]
    return Result(
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


def _size(one: Data) -> Size:
    time = one["time"]
    spread = time["median"], time["p99"], time["min"], time["max"]
    return Size(int(one["bytes"]), one["algbw"], one["busbw"], int(one["wrong"]), *spread)


def _amount(data: Data | None, of: str) -> Amount | None:
    if data is None:
        return None
    return Amount(data["busbw"], printable(data[of]) if isinstance(data[of], str) else int(data[of]))


def _diagnosis(data: Data | None) -> Diagnosis | None:
    if data is None:
        return None
    slow = (Slow(int(one["node"]), one["where"], one["busbw"], one["usual"]) for one in data["slowNodes"])
    inside = (Link(int(one["node"]), int(one["node"]), one["busbw"], is_slow=False) for one in data["inNode"])
    links = (Link(int(one["a"]), int(one["b"]), one["busbw"], one["slow"]) for one in data["links"])
    return Diagnosis(tuple(slow), (*inside, *links), int(data["rounds"]))
