"""States of ranks and nodes at one time, and the messages that hold them."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Mapping

from hang_failure import Failure, to_failure
from hang_process import IN_KERNEL, RUNS
from hang_stack import Frame, to_frames
from peer_message import ProtocolError, mapping, text

SILENT = "silent"
"""State of a process whose interpreter does not answer, though the process runs."""
RANKS = 128
"""Ranks of one node."""
GROUPS = 64
"""Process groups of one rank."""
SENT = 12
"""Frames of a stack that a node sends: the evidence has all of them."""


@dataclass(frozen=True)
class Wait:
    """A collective in which a rank waits. `group` and `number` are empty where torch has no flight recorder."""

    operation: str
    group: str = ""
    number: int = 0
    sizes: str = ""
    point: bool = False

    @property
    def key(self) -> tuple[str, int, str]:
        """The identity of a collective, without its sizes."""
        return (self.group, self.number, self.operation)


@dataclass(frozen=True)
class Group:
    """A process group as one rank sees it: its last collective that has ended, and its members if they are known."""

    name: str
    done: int
    ranks: tuple[int, ...] = ()


@dataclass(frozen=True)
class RankState:
    """A rank at one time. `seconds` is for how long it has been in `waits`, or has had this stack."""

    rank: int
    world: int
    pid: int
    state: str
    seconds: float
    waits: tuple[Wait, ...] = ()
    groups: Mapping[str, Group] = field(default_factory=dict)
    stack: tuple[Frame, ...] = ()
    helper: tuple[Frame, ...] = ()
    """Stack of a process below it that works for it, such as one of a data loader."""
    ended_at: float | None = None
    """When its process ended (time.monotonic)."""

    @property
    def runs(self) -> bool:
        """Return whether the process can tell where it is."""
        return self.state in (RUNS, IN_KERNEL)


@dataclass(frozen=True)
class NodeState:
    """A node at one time."""

    index: int
    host: str
    ranks: tuple[RankState, ...] = ()
    ended: int | None = None
    """Exit status of its program."""
    oom_kills: int = 0
    unreachable: float | None = None
    """Seconds for which the node has sent nothing, where that is too long."""
    failures: tuple[Failure, ...] = ()
    """The exceptions that ended its ranks."""

    def shifted(self, seconds: float) -> NodeState:
        """Return the same with the times of a clock that is ahead by some seconds."""
        failures = tuple(replace(failure, at=failure.at + seconds) for failure in self.failures)
        ranks = tuple(
            rank if rank.ended_at is None else replace(rank, ended_at=rank.ended_at + seconds) for rank in self.ranks
        )
        return replace(self, ranks=ranks, failures=failures)


def to_message(node: NodeState) -> dict[str, Any]:
    """Return a node's state as a message. `now` is its clock's time; times of the clock are in milliseconds."""
    message = asdict(node)
    for rank in message["ranks"]:
        for name in ("stack", "helper"):
            rank[name] = [list(frame) for frame in rank[name][:SENT]]
        rank["seconds"] = int(rank["seconds"])
        rank["ended_at"] = None if rank["ended_at"] is None else _milliseconds(rank["ended_at"])
        waits = {wait["group"] for wait in rank["waits"]}
        for name, group in rank["groups"].items():
            # Members are long where there are a thousand ranks; group 0 is that of all ranks.
            if name not in waits or name.startswith("0 "):
                group["ranks"] = ()
    message["failures"] = [
        {
            **asdict(failure),
            "at": _milliseconds(failure.at),
            "stack": [list(frame) for frame in failure.stack[:SENT]],
        }
        for failure in node.failures
    ]
    message["now"] = _milliseconds(time.monotonic())
    return {name: message[name] for name in ("now", "host", "ranks", "ended", "oom_kills", "failures")}


def from_message(index: int, message: Mapping[str, Any]) -> NodeState:
    """Return the state in a message of the node `index`. Raises ProtocolError."""
    try:
        ranks = message["ranks"]
        if len(ranks) > RANKS:
            raise ProtocolError(f"more than {RANKS} ranks")
        ended = message["ended"]
        return NodeState(
            index,
            text(message["host"], 253),
            tuple(_rank(mapping(rank, 20)) for rank in ranks),
            None if ended is None else int(ended),
            int(message["oom_kills"]),
            failures=tuple(_failure(failure) for failure in list(message["failures"])[:RANKS]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ProtocolError("a state of another form") from error


def _rank(message: Mapping[str, Any]) -> RankState:
    groups: dict[str, Group] = {}
    for name, group in mapping(message["groups"], GROUPS).items():
        members = tuple(int(rank) for rank in group["ranks"][:65536])
        groups[text(name, 100)] = Group(text(group["name"], 100), int(group["done"]), members)
    return RankState(
        int(message["rank"]),
        int(message["world"]),
        int(message["pid"]),
        text(message["state"], 20),
        float(message["seconds"]),
        tuple(_wait(wait) for wait in list(message["waits"])[:8]),
        groups,
        tuple(to_frames(message["stack"])),
        tuple(to_frames(message["helper"])),
        None if message["ended_at"] is None else int(message["ended_at"]) / 1000,
    )


def _failure(message: Any) -> Failure:
    failure = to_failure(mapping(message, 20))
    return replace(failure, at=failure.at / 1000)


def _milliseconds(seconds: float) -> int:
    return int(1000 * seconds)


def _wait(message: Mapping[str, Any]) -> Wait:
    return Wait(
        text(message["operation"], 80),
        text(message["group"], 100),
        int(message["number"]),
        text(message["sizes"], 80),
        bool(message["point"]),
    )


def frames(stack: Any) -> list[Frame]:
    """Return frames, none where a process has sent something else."""
    try:
        return to_frames(stack)
    except (TypeError, ValueError):
        return []
