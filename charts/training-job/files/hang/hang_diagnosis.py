"""The diagnosis: which ranks are late, from the states of all nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, Sequence

from hang_failure import first_failure
from hang_process import ENDED, TRACED
from hang_stack import PATIENT, activity, is_debugged
from hang_state import NodeState, RankState, Wait

LATE, MISMATCH, ORDER, PASSED, TOGETHER, FAILED = "late", "mismatch", "order", "passed", "together", "failed"
"""Ranks do not come; they called different collectives; each of two groups waits for the other; some are through and
others are not; all are there; the program ended by itself."""
HANG, FAILURE = "hang", "failure"
"""Verdicts. Another one is the activity that ranks wait for on purpose."""
UNREACHABLE = "unreachable"
"""State of a rank whose node does not answer."""
MISSING = "missing"
"""State of a rank of which no process is known."""


@dataclass(frozen=True)
class Diagnosis:
    """Why a run does not continue. `seconds` is for how long the longest wait has lasted."""

    kind: str
    wait: Wait
    waiting: tuple[int, ...]
    late: tuple[int, ...]
    seconds: float
    activity: str = ""
    """Activity of the late ranks, if the others wait for it on purpose; else empty."""

    @property
    def verdict(self) -> str:
        """A hang, a failure, or what ranks wait for on purpose."""
        return FAILURE if self.kind == FAILED else self.activity or HANG

    @property
    def key(self) -> tuple[object, ...]:
        """The part that stays the same for as long as it is the same hang."""
        return (self.kind, self.wait.key, self.late, self.activity)


class _World:
    """All ranks that are known at one time."""

    def __init__(self, nodes: Sequence[NodeState]) -> None:
        self.ranks: dict[int, RankState] = {}
        self.lost: set[int] = set()
        for node in nodes:
            for rank in node.ranks:
                # After an elastic restart a rank may have moved: a node that answers has its newest state.
                if rank.rank not in self.ranks or node.unreachable is None:
                    self.ranks[rank.rank] = rank
                    (self.lost.add if node.unreachable is not None else self.lost.discard)(rank.rank)
        size = max((state.world for state in self.ranks.values()), default=0)
        self.all = frozenset(range(size)) | self.ranks.keys()

    def waits(self, rank: int) -> tuple[Wait, ...]:
        """Return in what a rank waits, nothing where its node does not answer."""
        return () if rank in self.lost or rank not in self.ranks else self.ranks[rank].waits

    def members(self, wait: Wait) -> frozenset[int]:
        """Return the ranks of a collective."""
        seen = [rank for rank, state in self.ranks.items() if wait.group in state.groups]
        for rank in seen:
            if self.ranks[rank].groups[wait.group].ranks:
                return frozenset(self.ranks[rank].groups[wait.group].ranks)
        return self.all if not wait.group or wait.group.startswith("0 ") else frozenset(seen)

    def waiting(self, wait: Wait) -> frozenset[int]:
        """Return the ranks that wait in a collective."""
        return frozenset(rank for rank in self.members(wait) if any(own.key == wait.key for own in self.waits(rank)))

    def passed(self, rank: int, wait: Wait) -> bool:
        """Return whether a rank has been through a collective already."""
        if rank in self.lost or rank not in self.ranks or wait.point or not self.ranks[rank].runs:
            return False
        group = self.ranks[rank].groups.get(wait.group)
        return group is not None and group.done >= wait.number

    def late(self, wait: Wait) -> list[int]:
        """Return the ranks that a collective lacks."""
        return [rank for rank in sorted(self.members(wait) - self.waiting(wait)) if not self.passed(rank, wait)]


def diagnose(nodes: Sequence[NodeState], stall: float) -> Diagnosis | None:
    """Return why ranks have waited for longer than `stall` seconds in one collective; None where none has."""
    world = _World(nodes)
    stuck = [rank for rank, state in world.ranks.items() if world.waits(rank) and state.seconds >= stall]
    for rank in sorted(stuck, key=lambda rank: (-world.ranks[rank].seconds, rank)):
        for wait in world.ranks[rank].waits:
            found = _explain(world, wait, world.ranks[rank].seconds, stall)
            if found:
                return found
    return None


def diagnose_end(nodes: Sequence[NodeState]) -> Diagnosis | None:
    """Return which ranks failed first, of a program that has ended; None where no exception is known."""
    failures = [failure for node in nodes for failure in node.failures]
    failed = {failure.rank for failure in failures}
    found = first_failure(failures)
    if found:
        return Diagnosis(FAILED, Wait(""), tuple(sorted(failed - {found.rank})), (found.rank,), 0.0)
    # Those that failed have lost a connection: the ranks at its other end had no time for an exception. Launchers end
    # the other ranks of a node soon after that.
    ranks = [rank for node in nodes if node.ended for rank in node.ranks if rank.rank not in failed]
    ends = {rank.rank: rank.ended_at for rank in ranks if rank.ended_at is not None}
    if not failed or not ends:
        return None
    last = max(min(ends.values()), min(failure.at for failure in failures))
    gone = tuple(sorted(rank for rank, at in ends.items() if at <= last))
    return Diagnosis(FAILED, Wait(""), tuple(sorted(failed)), gone, 0.0)


def _explain(world: _World, wait: Wait, seconds: float, stall: float) -> Diagnosis | None:
    if len(world.members(wait)) < 2:
        return None
    seen: list[tuple[str, int, str]] = []
    while True:
        seen.append(wait.key)
        waiting = tuple(sorted(world.waiting(wait)))
        late = world.late(wait)
        if not late:
            return _together(world, wait, waiting, seconds, stall)
        absent = tuple(rank for rank in late if not world.waits(rank))
        if absent:
            return _absent(world, wait, waiting, absent, seconds)
        other = world.waits(late[0])[0]
        if not other.group or (other.group, other.number) == (wait.group, wait.number):
            return _disagree(MISMATCH, world, [wait, *(world.waits(rank)[0] for rank in late)], seconds)
        if other.key in seen:
            return _disagree(ORDER, world, [wait, other], seconds)
        wait = other


def _disagree(kind: str, world: _World, waits: Sequence[Wait], seconds: float) -> Diagnosis:
    """The ranks of the collective that most of them have called are those that wait."""
    found = {wait.key: wait for wait in waits}
    most = max(found.values(), key=lambda wait: (len(world.waiting(wait)), -min(world.waiting(wait))))
    waiting = world.waiting(most)
    late = {rank for wait in found.values() for rank in world.waiting(wait)} - waiting
    return Diagnosis(kind, most, tuple(sorted(waiting)), tuple(sorted(late)), seconds)


def _absent(
    world: _World, wait: Wait, waiting: tuple[int, ...], absent: tuple[int, ...], seconds: float
) -> Diagnosis | None:
    states = [world.ranks[rank] for rank in absent if rank in world.ranks and rank not in world.lost]
    if any(state.state == TRACED or is_debugged(state.stack) for state in states):
        return None
    busy = {activity(state.stack) if state.runs else "" for state in states}
    patient = busy.pop() if len(states) == len(absent) and len(busy) == 1 else ""
    return Diagnosis(LATE, wait, waiting, absent, seconds, patient if patient in PATIENT else "")


def _together(world: _World, wait: Wait, waiting: tuple[int, ...], seconds: float, stall: float) -> Diagnosis | None:
    """Everybody who has to be there is there, or has been: only the network, or different sizes, are left."""
    if any(world.ranks[rank].seconds < stall for rank in waiting):
        return None
    sizes = {own.sizes for rank in waiting for own in world.waits(rank) if own.key == wait.key}
    rare = _fewest(world, wait, waiting) if len(sizes) > 1 else ()
    if rare:
        return Diagnosis(MISMATCH, wait, tuple(rank for rank in waiting if rank not in rare), rare, seconds)
    return Diagnosis(TOGETHER if len(waiting) == len(world.members(wait)) else PASSED, wait, waiting, (), seconds)


def _fewest(world: _World, wait: Wait, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ranks whose sizes the fewest ranks have."""
    ranks: dict[str, list[int]] = {}
    for rank in waiting:
        sizes = next(own.sizes for own in world.waits(rank) if own.key == wait.key)
        ranks.setdefault(sizes, []).append(rank)
    rarest = min(ranks.values(), key=_size_and_first)
    return tuple(rarest)


def _size_and_first(ranks: list[int]) -> tuple[int, int]:
    return len(ranks), -ranks[0]


def state_of(nodes: Sequence[NodeState], rank: int) -> tuple[str, NodeState | None, RankState | None]:
    """Return the state of a rank as a word, its node and what is known of it."""
    for node in _nodes_of(nodes, rank):
        state = next(state for state in node.ranks if state.rank == rank)
        if node.unreachable is not None:
            return UNREACHABLE, node, state
        return (ENDED if node.ended is not None else state.state), node, state
    return MISSING, None, None


def _nodes_of(nodes: Sequence[NodeState], rank: int) -> Iterator[NodeState]:
    found = [node for node in nodes if any(state.rank == rank for state in node.ranks)]
    yield from sorted(found, key=lambda node: node.unreachable is not None)
