"""Who is late, by the table in diagnoses.yaml."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hang_diagnosis import diagnose
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
