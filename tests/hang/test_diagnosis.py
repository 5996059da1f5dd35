"""Who is late, by the table in diagnoses.yaml."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hang_diagnosis import diagnose, diagnose_end
from hang_failure import Failure
from hang_stack import Frame
from hang_state import Group, NodeState, RankState, Wait, from_message, to_message
from hang_words import sentence

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "diagnoses.yaml").read_text(encoding="utf-8"))
STALL = 300.0


@pytest.mark.parametrize("case", CASES, ids=[case["title"] for case in CASES])
def test_sentence(case: dict[str, Any]) -> None:
    nodes = states(case)
    found = diagnose(nodes, STALL)
    assert (found and sentence(found, nodes)) == case.get("sentence")
    assert (found and (found.activity or "hang")) == case.get("verdict")


def states(case: dict[str, Any]) -> list[NodeState]:
    """The nodes of a case."""
    world = case.get("world") or sum(len(node["ranks"]) for node in case["nodes"])
    return [_node(index, node, world) for index, node in enumerate(case["nodes"])]


@pytest.mark.parametrize("case", CASES, ids=[case["title"] for case in CASES])
def test_message(case: dict[str, Any]) -> None:
    """What a node sends is what node 0 receives."""
    for index, node in enumerate(case["nodes"]):
        state = _node(index, {**node, "unreachable": None}, 2)
        assert from_message(index, to_message(state)) == state


def _node(index: int, node: dict[str, Any], world: int) -> NodeState:
    ranks = tuple(_rank(rank, world) for rank in node["ranks"])
    return NodeState(index, f"pod-{index}", ranks, node.get("ended"), node.get("oom_kills", 0), node.get("unreachable"))


def _rank(rank: dict[str, Any], world: int) -> RankState:
    waits: tuple[Wait, ...] = ()
    group = "0"
    if "wait" in rank:
        operation, number, group, sizes = [*rank["wait"].split(maxsplit=3), "", "", ""][:4]
        group = group or ("0" if number else "")
        waits = (Wait(operation, f"{group} gloo" if number else "", int(number or 0), sizes),)
    done = rank.get("done", waits[0].number - 1 if waits else 0)
    groups = {
        f"{name} gloo": Group("default_pg" if str(name) == "0" else f"group-{name}", done if str(name) == "0" else 0)
        for name in rank.get("groups", [0])
    }
    return RankState(
        rank["rank"],
        world,
        100 + rank["rank"],
        rank.get("state", "runs"),
        float(rank.get("for", 400)),
        waits,
        groups,
        tuple(_frame(call) for call in rank.get("at", [])),
        tuple(_frame(call) for call in rank.get("helper", [])),
    )


def _frame(call: str) -> Frame:
    function, place = call.split(maxsplit=1)
    file, line = place.rsplit(":", 1)
    return Frame(file, int(line), function)


LOST = "[pair.cc:561] Connection closed by peer [10.0.0.2]:1"


def end(*failures: tuple[int, float, str, str], oom_kills: int = 0, **ended: float) -> str | None:
    """The sentence about two nodes of two ranks that have ended. A failure is rank, time, type and text; `rank2=0.5`
    is when a rank ended."""
    ends = {int(name[-1]): at for name, at in ended.items()}
    own = {rank: Failure(rank, at, kind, text, (Frame("train.py", 9, "step"),)) for rank, at, kind, text in failures}
    nodes = [
        NodeState(
            index,
            f"pod-{index}",
            tuple(RankState(rank, 4, 100 + rank, "ended", 0.0, ended_at=ends.get(rank, 5.0)) for rank in ranks),
            1,
            oom_kills if index else 0,
            failures=tuple(own[rank] for rank in ranks if rank in own),
        )
        for index, ranks in enumerate([(0, 1), (2, 3)])
    ]
    found = diagnose_end(nodes)
    return sentence(found, nodes) if found else None


def test_first_failure() -> None:
    """The oldest exception that is not the loss of a connection, whatever came before it."""
    found = end((0, 1.0, "RuntimeError", LOST), (2, 3.0, "ValueError", "bad sample\nmore"), (1, 4.0, "KeyError", "'x'"))
    assert found == "rank 2 (node 1, pod-1) failed first: ValueError: bad sample, in step (train.py:9); then ranks 0-1"


def test_rank_without_exception() -> None:
    lost = [(rank, 1.0, "DistBackendError", "ncclRemoteError") for rank in (0, 1, 3)]
    then = "; then ranks 0-1 and 3 failed"
    assert end(*lost) == f"rank 2 (node 1, pod-1) ended without an exception (a signal may have killed it){then}"
    both = "ranks 2-3 (node 1, pod-1) ended without an exception (a signal may have killed them)"
    assert end(*lost[:2], rank2=0.5, rank3=0.5) == f"{both}; then ranks 0-1 failed"
    killed = "the kernel killed a process for want of memory"
    assert end(*lost, oom_kills=1) == f"rank 2 (node 1, pod-1) ended without an exception ({killed}){then}"


def test_first_of_those_without_exception() -> None:
    """Launchers end the other ranks of a node, which have no exception then, on every node."""
    found = "rank 2 (node 1, pod-1) ended without an exception (a signal may have killed it); then rank 1 failed"
    assert end((1, 1.0, "RuntimeError", LOST), rank0=1.2, rank2=0.5, rank3=1.1) == found
    # Nothing ended before the exception: the clocks of two nodes differ.
    assert end((1, 1.0, "RuntimeError", LOST), rank0=1.2, rank2=1.1, rank3=1.3) == found


def test_end_without_exceptions() -> None:
    assert end() is None
    assert end(*[(rank, 1.0, "RuntimeError", LOST) for rank in range(4)]) is None


def test_failure_in_a_message() -> None:
    """Times are those of the node's own clock; node 0 shifts them."""
    failure = Failure(2, 5.0, "OSError", "full", (Frame("train.py", 9, "step"),))
    state = NodeState(1, "pod-1", (RankState(3, 4, 9, "ended", 0.0, ended_at=6.5),), ended=1, failures=(failure,))
    received = from_message(1, to_message(state))
    assert received == state
    later = received.shifted(2.0)
    assert (later.failures[0].at, later.ranks[0].ended_at) == (7.0, 8.5)
