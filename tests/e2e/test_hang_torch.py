"""The hang of uneven nodes, real: a program that assumes symmetry waits for processes that nobody starts."""

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.preflight import cluster, free_port
from tests.e2e.processes import Running

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("torch_or_reason")]

PROGRAM = Path(__file__).parent / "symmetric.py"
EVEN = [{"NPROC_PER_NODE": "2"}, {"NPROC_PER_NODE": "2"}]
UNEVEN = [{"NPROC_PER_NODE": "2"}, {"NPROC_PER_NODE": "1"}]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as started:
        yield started


def train(nodes: Sequence[Mapping[str, str]], folder: Path, stack: ExitStack) -> list[Running]:
    port = free_port()
    started = []
    for rank, variables in enumerate(nodes):
        env = {
            "PATH": os.environ["PATH"],
            "OMP_NUM_THREADS": "1",
            "GLOO_SOCKET_IFNAME": "lo",
            "NNODES": str(len(nodes)),
        }
        env |= {"NODE_RANK": str(rank), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), **variables}
        command = [sys.executable, "-u", str(PROGRAM), variables["NPROC_PER_NODE"]]
        started.append(Running(command, folder=folder, env=env, seconds=120))
        stack.callback(started[-1].kill)
    return started


def test_even_nodes_train(tmp_path: Path, stack: ExitStack) -> None:
    for node in train(EVEN, tmp_path, stack):
        assert node.finish() == 0, node.output
        assert node.output.count("4 of 4 processes") == 2


def test_uneven_nodes_wait_for_no_one(tmp_path: Path, stack: ExitStack) -> None:
    """Only the time-out of the program ends it, half an hour by default; it does not say which node is at fault."""
    first, _ = train(UNEVEN, tmp_path, stack)
    assert first.finish() != 0
    assert re.search("timed? ?out", first.output, re.IGNORECASE)
    assert "of 4 processes" not in first.output


def test_preflight_says_which_node_is_uneven(tmp_path: Path) -> None:
    with cluster(tmp_path) as nodes:
        own = [{"PET_NPROC_PER_NODE": ""} | variables for variables in UNEVEN]
        for node in nodes.run(*own, timeout=30):
            assert node.code == 78, node.output
            assert "processes must be 2 everywhere: 1 on node 1" in node.message
