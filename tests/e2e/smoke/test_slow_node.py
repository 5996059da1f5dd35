"""Who is slow: nodes as network namespaces, one link slowed; the diagnosis names that node, and nobody among equals."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.smoke.network import Network, network
from tests.e2e.smoke.ranks import Node, cluster

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("torch_or_reason", "root")]

NODES = 4
# Some thousandths of what memory gives, so that no other load of this machine hides or feigns it.
RATE = "60mbit"
OPTIONS = ("--max-bytes=256Ki", "--diagnose=always")


@pytest.fixture
def nodes() -> Iterator[Network]:
    with network(NODES) as found:
        yield found


def run(nodes: Network, folder: Path, *arguments: str, procs: int = 1) -> list[Node]:
    enter = {node: nodes.enter(node) for node in range(NODES)}
    with cluster(folder, NODES, procs, address=nodes.address(0), enter=enter) as started:
        return started.run(*OPTIONS, *arguments)


def slow_nodes(found: list[Node]) -> list[tuple[int, str, str]]:
    return [(slow["node"], slow["host"], slow["where"]) for slow in found[0].result["diagnosis"]["slowNodes"]]


def test_slow_node_is_named(nodes: Network, tmp_path: Path) -> None:
    nodes.slow(2, RATE)
    found = run(nodes, tmp_path, "--min-busbw=100")
    assert [node.code for node in found] == [20] * NODES
    assert slow_nodes(found) == [(2, "node-2", "network")]
    for node in found:
        assert "below the floor of 100 GB/s (--min-busbw); node 2 (node-2) is slow to the other nodes" in node.message


def test_no_one_is_named_among_equals(nodes: Network, tmp_path: Path) -> None:
    found = run(nodes, tmp_path)
    assert [node.code for node in found] == [0] * NODES
    assert slow_nodes(found) == []
    assert found[0].message.endswith("no node is slower than the others")
    assert found[0].result["hosts"] == ["node-0", "node-1", "node-2", "node-3"]


@pytest.mark.bench
@pytest.mark.parametrize("repetition", range(10))
@pytest.mark.parametrize("slow", [None, 0, 3])
def test_ten_of_ten(nodes: Network, tmp_path: Path, slow: int | None, repetition: int) -> None:  # noqa: ARG001
    if slow is not None:
        nodes.slow(slow, RATE)
    assert [node for node, _, _ in slow_nodes(run(nodes, tmp_path))] == ([] if slow is None else [slow])
