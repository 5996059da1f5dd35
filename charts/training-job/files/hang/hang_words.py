"""The sentence of a diagnosis."""

from __future__ import annotations

from typing import Iterable, Sequence

from hang_diagnosis import FAILED, LATE, MISMATCH, MISSING, ORDER, PASSED, UNREACHABLE, Diagnosis, state_of
from hang_process import ENDED, IN_KERNEL, STOPPED
from hang_stack import place, user_frame
from hang_state import SILENT, NodeState, RankState, Wait
from peer_text import ranges

SHOWN = 8
"""Places that one sentence names."""


def numbers(ranks: Iterable[int]) -> str:
    """Return ranks as people write them: `rank 3`, `ranks 0, 1 and 4-7`."""
    found = list(ranks)
    parts = ranges(found)
    joined = " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)
    return f"rank{'s' if len(found) > 1 else ''} {joined}"


def sentence(diagnosis: Diagnosis, nodes: Sequence[NodeState]) -> str:
    """Return who is late and where, who waits in what and since when."""
    waiting = _waiting(diagnosis.waiting, diagnosis.wait, nodes)
    since = f"for {diagnosis.seconds:.0f} s"
    if diagnosis.kind in (FAILED, LATE):
        is_late = diagnosis.kind == LATE
        return f"{_late(diagnosis.late, nodes)}; {waiting} {since}" if is_late else _failed(diagnosis, nodes)
    if diagnosis.kind == MISMATCH:
        return f"the ranks called different collectives: {'; '.join([*_others(diagnosis, nodes), waiting])} {since}"
    if diagnosis.kind == ORDER:
        others = "; ".join([*_others(diagnosis, nodes), waiting])
        return f"the ranks use process groups in a different order: {others} {since}"
    far = [node for node in nodes if node.unreachable is not None]
    if far:
        return f"{_far(far)}; {waiting} {since}"
    if diagnosis.kind == PASSED:
        hint = "look for tensors of different sizes, and at the network"
        return f"{waiting} {since}, and the other ranks are through: {hint}"
    return f"no rank is late: {waiting} {since}; look at the network between the nodes, and at the devices"


def _failed(diagnosis: Diagnosis, nodes: Sequence[NodeState]) -> str:
    failures = [failure for node in nodes for failure in node.failures if failure.rank in diagnosis.late]
    named, others = _named(diagnosis.late, nodes), numbers(diagnosis.waiting)
    if failures:
        return f"{named} failed first: {failures[0]}" + (f"; then {others}" if diagnosis.waiting else "")
    memory = any(node.oom_kills for node in nodes if any(rank.rank in diagnosis.late for rank in node.ranks))
    killed = f"a signal may have killed {'it' if len(diagnosis.late) == 1 else 'them'}"
    cause = "the kernel killed a process for want of memory" if memory else killed
    return f"{named} ended without an exception ({cause}); then {others} failed"


def _late(ranks: Sequence[int], nodes: Sequence[NodeState]) -> str:
    """Say where each late rank is; ranks in one place together."""
    places: dict[str, list[int]] = {}
    for rank in ranks:
        places.setdefault(_where(rank, nodes), []).append(rank)
    parts = [f"{_named(found, nodes)} {where}" for where, found in places.items()]
    more = [f"and {len(parts) - SHOWN} more places"] if len(parts) > SHOWN else []
    return "; ".join(parts[:SHOWN] + more)


def _named(ranks: Sequence[int], nodes: Sequence[NodeState]) -> str:
    where = {f"node {node.index}, {node.host}" for rank in ranks for node in [state_of(nodes, rank)[1]] if node}
    return f"{numbers(ranks)} ({'; '.join(sorted(where)[:4])})" if where else numbers(ranks)


def _where(rank: int, nodes: Sequence[NodeState]) -> str:
    state, node, known = state_of(nodes, rank)
    if state == MISSING or node is None or known is None:
        return "has not started, or has no agent"
    last = f", last seen in {place(known.stack)}" if known.stack else ""
    if state == SILENT:
        return "does not answer" + (f": its interpreter's lock is held in {place(known.stack)}" if known.stack else "")
    absent = {
        UNREACHABLE: f"can't be reached for {node.unreachable or 0:.0f} s",
        ENDED: f"has ended{_end(node)}",
        STOPPED: "is stopped (SIGSTOP)",
    }
    return f"{absent[state]}{last}" if state in absent else _inside(known)


def _end(node: NodeState) -> str:
    code = f" with exit status {node.ended}" if node.ended is not None else ""
    memory = ": the kernel killed a process of the container for want of memory" if node.oom_kills else ""
    return code + memory


def _inside(known: RankState) -> str:
    kernel = ", in a system call that can't be interrupted" if known.state == IN_KERNEL else ""
    helper = f"; its helper process is in {place(known.helper)}" if known.helper else ""
    return f"is in {place(known.stack) or 'code without Python frames'}{kernel}{helper}"


def _waiting(ranks: Sequence[int], wait: Wait, nodes: Sequence[NodeState]) -> str:
    number = f" {wait.number}" if wait.number else ""
    group = _group(ranks, wait, nodes)
    called = _call(ranks, nodes)
    return f"{numbers(ranks)} wait{'' if len(ranks) > 1 else 's'} in {wait.operation}{number}{group}{called}"


def _group(ranks: Sequence[int], wait: Wait, nodes: Sequence[NodeState]) -> str:
    for rank in ranks:
        state = state_of(nodes, rank)[2]
        if state and wait.group in state.groups:
            name, number = state.groups[wait.group].name, wait.group.partition(" ")[0]
            # torch's name of a group without a description is "undefined".
            return "" if number == "0" else f" of group {name if name not in ('', 'undefined') else number}"
    return ""


def _call(ranks: Sequence[int], nodes: Sequence[NodeState]) -> str:
    calls = [user_frame(state.stack) for state in _states(ranks, nodes)]
    found = sorted({str(call) for call in calls if call})
    return f", called in {' and '.join(found[:3])}" if found else ""


def _states(ranks: Sequence[int], nodes: Sequence[NodeState]) -> list[RankState]:
    states = (state_of(nodes, rank)[2] for rank in ranks)
    return [state for state in states if state]


def _others(diagnosis: Diagnosis, nodes: Sequence[NodeState]) -> list[str]:
    """Say in what the late ranks wait, by collective."""
    waits: dict[str, tuple[Wait, list[int]]] = {}
    for rank in diagnosis.late:
        state: RankState | None = state_of(nodes, rank)[2]
        own = state.waits[0] if state and state.waits else diagnosis.wait
        waits.setdefault(f"{own.key} {own.sizes}", (own, []))[1].append(rank)
    sizes = len({own.sizes for own, _ in waits.values()} | {diagnosis.wait.sizes}) > 1
    return [
        _waiting(found, own, nodes) + (f" with sizes {own.sizes}" if sizes and own.sizes else "")
        for own, found in waits.values()
    ]


def _far(nodes: Sequence[NodeState]) -> str:
    return "; ".join(f"node {node.index} ({node.host}) can't be reached for {node.unreachable:.0f} s" for node in nodes)
