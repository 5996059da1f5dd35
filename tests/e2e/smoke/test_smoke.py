"""The smoke test with real processes: what it measures, and what becomes of everything that goes wrong."""

import os
import re
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.processes import Running
from tests.e2e.smoke.network import network
from tests.e2e.smoke.ranks import QUICK, SCRIPTS, Cluster, Node, cluster

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("torch_or_reason", "nothing_left")]

PASS, SLOW, WRONG, UNREACHABLE, TRANSPORT, MISCONFIGURED = 0, 20, 21, 22, 23, 24
HERE = Path(__file__).parent
# Long enough for any test to do something to it.
ENDLESS = ("--iterations=100000", "--timeout=100")


@pytest.fixture
def nothing_left(tmp_path: Path) -> Iterator[None]:
    """Every process ends by itself: each has the test's own folder in its environment."""
    yield
    mark = f"TMPDIR={tmp_path}".encode()
    left = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (path / "environ").read_bytes().split(b"\0"):
                left.append((path / "cmdline").read_bytes())
        except OSError:
            continue
    assert left == []
    assert list(tmp_path.glob("nccl-*")) == []


def check_end(nodes: list[Node], code: int, *sentences: str) -> None:
    """All nodes end alike, and say the same in the log and in the termination message."""
    for node in nodes:
        assert node.code == code, node.output
        assert node.message in node.output
        for sentence in sentences:
            assert sentence in node.message


@pytest.mark.parametrize(("nodes", "procs"), [(1, 1), (1, 2), (2, 2), (4, 2)])
def test_healthy(tmp_path: Path, nodes: int, procs: int) -> None:
    with cluster(tmp_path, nodes, procs) as started:
        found = started.run("--run=team/run", "--json=result.json")
    alone = nodes * procs == 1
    check_end(found, PASS, "one process: " if alone else "no floor is checked: no floor is known for CPUs")
    result = found[0].result
    assert (result["nodes"], result["procs"], result["world"]) == (nodes, procs, nodes * procs)
    assert (result["run"], result["backend"], result["transport"]["seen"]) == ("team/run", "gloo", "TCP")
    assert [row["bytes"] for row in result["sizes"]] == [8, 128, 2048, 32768]
    assert [row["wrong"] for row in result["sizes"]] == [0, 0, 0, 0]
    assert all(row["busbw"] > 0 for row in result["sizes"]) or alone
    assert (tmp_path / "result.json").read_text(encoding="utf-8").strip() in found[0].output
    assert all("RENDER-SMOKE-RESULT" not in node.output for node in found[1:])


def test_under_torchrun(tmp_path: Path) -> None:
    """Its own process has the port then; its exit code is 1 whatever failed, which is why there is smoke_node.py."""
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    env = {"PATH": os.environ["PATH"], "GLOO_SOCKET_IFNAME": "lo", "OMP_NUM_THREADS": "1", "TMPDIR": str(tmp_path)}
    env["RENDER_RUN_UID"] = "uid"
    command += [str(SCRIPTS / "smoke.py"), *QUICK, "--nodes=1", "--procs=2"]
    running = Running(command, folder=tmp_path, env=env, seconds=100)
    assert running.finish() == 0, running.output
    assert "smoke: pass: busbw peaks at " in running.output


def test_every_collective_operation_and_type_is_exact(tmp_path: Path) -> None:
    with cluster(tmp_path, 1, 3) as started:
        port = str(started.port)
        own = {"WORLD_SIZE": "3", "MASTER_PORT": port}
        nodes = [
            started.start(rank, program=str(HERE / "every.py"), variables={**own, "RANK": str(rank)})
            for rank in range(3)
        ]
        for node, checked in zip(nodes, (480, 960, 960), strict=True):
            assert node.code == 0, node.output
            assert [
                line for line in node.output.splitlines() if line.startswith(("checked", "wrong", "blind", "un"))
            ] == [f"checked {checked}"]


def test_below_the_floor(tmp_path: Path) -> None:
    with cluster(tmp_path, 2) as started:
        found = started.run("--min-busbw=5000", "--collective=all_gather")
    check_end(found, SLOW, "below the floor of 5000 GB/s (--min-busbw)", "among three nodes or more")
    assert found[0].result["diagnosis"]["links"][0]["busbw"] > 0


def test_wrong_result(tmp_path: Path) -> None:
    with cluster(tmp_path, 1, 2) as started:
        own = {"WORLD_SIZE": "2"}
        found = [
            started.start(rank, program=str(HERE / "wrong.py"), variables={**own, "RANK": str(rank)})
            for rank in range(2)
        ]
        check_end(found, WRONG, "wrong values at 1 of 4 sizes, most at 32 KiB: 1")
    assert [row["wrong"] for row in found[0].result["sizes"]] == [0, 0, 0, 1]


@pytest.mark.parametrize("killed", [0, 1])
def test_peer_that_is_killed(tmp_path: Path, killed: int) -> None:
    """Rank 0 has what all need to talk to each other: without it, each knows that it is gone."""
    with cluster(tmp_path, 3) as started:
        found = [started.start(index, *ENDLESS) for index in range(3)]
        found[0].running.until("smoke: all_reduce")
        os.kill(children(found[killed])[0], signal.SIGKILL)
        assert found[killed].code == 128 + signal.SIGKILL
        rest = [node for index, node in enumerate(found) if index != killed]
        check_end(rest, UNREACHABLE, f"rank {killed} on node {killed}" if killed else "the connection to rank 0")
    if killed:
        assert found[0].result["verdict"] == "unreachable"


@pytest.mark.parametrize(
    ("hanging", "sentences"),
    [(0, ["rank 0 (127.0.0.1:", "no answer from"]), (1, ["rank 1 on node 1", "not finished"])],
)
def test_peer_that_hangs(tmp_path: Path, hanging: int, sentences: list[str]) -> None:
    """Nothing breaks when a process is stopped: only the time-out and the roll call find it."""
    with cluster(tmp_path, 3) as started:
        found = [started.start(index, "--iterations=100000", "--timeout=20") for index in range(3)]
        found[0].running.until("smoke: all_reduce")
        (stopped,) = children(found[hanging])
        os.kill(stopped, signal.SIGSTOP)
        check_end([node for index, node in enumerate(found) if index != hanging], UNREACHABLE, *sentences)
        os.kill(stopped, signal.SIGKILL)


def test_peer_that_never_comes(tmp_path: Path) -> None:
    with cluster(tmp_path, 3, 2) as started:
        found = [started.start(index, "--timeout=20") for index in (0, 2)]
        check_end(found, UNREACHABLE, "ranks 2-3 (node 1) did not connect to rank 0 within 20 s")


def test_first_node_that_never_comes(tmp_path: Path) -> None:
    with cluster(tmp_path, 2) as started:
        check_end(
            [started.start(1, "--timeout=3")],
            UNREACHABLE,
            f"could not reach rank 0 at 127.0.0.1:{started.port} within 3 s",
        )


def test_port_that_is_taken(tmp_path: Path) -> None:
    with cluster(tmp_path, 2) as started, socket.create_server(("", started.port)):
        check_end([started.start(0, "--timeout=3")], UNREACHABLE, f"rank 0 cannot listen on port {started.port}")


@pytest.mark.usefixtures("root")
def test_port_that_is_blocked(tmp_path: Path) -> None:
    with network(3) as nodes, ExitStack() as stack:
        nodes.block(0)
        enter = {node: nodes.enter(node) for node in range(3)}
        started = Cluster(tmp_path, stack, 3, address=nodes.address(0), enter=enter)
        first, *others = [started.start(index, "--timeout=5") for index in range(3)]
        check_end([first], UNREACHABLE, "ranks 1-2 did not connect to rank 0 within 5 s")
        check_end(others, UNREACHABLE, "could not reach rank 0 at 10.77.0.1:", "the port is blocked")


@pytest.mark.usefixtures("root")
def test_ports_between_others_are_blocked(tmp_path: Path) -> None:
    """Everybody reaches rank 0, but not each other."""
    with network(3) as nodes, ExitStack() as stack:
        nodes.block(2, others=[1])
        enter = {node: nodes.enter(node) for node in range(3)}
        started = Cluster(tmp_path, stack, 3, address=nodes.address(0), enter=enter)
        found = [started.start(index, "--timeout=20") for index in range(3)]
        check_end(found, UNREACHABLE, "connecting the processes: ", "all processes are alive")


@pytest.mark.parametrize("signalled", [0, 1])
def test_sigterm_ends_at_once(tmp_path: Path, signalled: int) -> None:
    with cluster(tmp_path, 2, 2) as started:
        found = [started.start(index, *ENDLESS) for index in range(2)]
        found[0].running.until("smoke: all_reduce")
        found[signalled].running.terminate()
        assert found[signalled].code == 128 + signal.SIGTERM
        check_end([found[1 - signalled]], UNREACHABLE)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--dtype=float8",), "argument --dtype: invalid choice: 'float8'"),
        (("--backend=nccl",), "has no GPU on"),
        (("--gpu=H100",), "--gpu H100 is set, but torch finds no GPU on"),
        (("--min-bytes=1", "--max-bytes=2"), "no size is left to measure"),
    ],
)
def test_misconfigured(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    with cluster(tmp_path, 1, 2) as started:
        check_end(started.run(*arguments), MISCONFIGURED, message)


def test_nodes_with_other_options(tmp_path: Path) -> None:
    with cluster(tmp_path, 2) as started:
        found = [started.start(0), started.start(1, "--dtype=int8")]
        check_end(found, MISCONFIGURED, "rank 1 was started with dtype int8, rank 0 with float32")


def test_wanted_infiniband(tmp_path: Path) -> None:
    with cluster(tmp_path, 2) as started:
        found = started.run("--fabric=infiniband")
    check_end(found, TRANSPORT, "wanted InfiniBand, gloo used TCP")
    assert found[0].result["transport"] == {"wanted": "infiniband", "seen": "TCP", "proven": False}


@pytest.mark.parametrize("there", [True, False])
def test_message_that_cannot_be_written(tmp_path: Path, there: bool) -> None:  # noqa: FBT001
    path = tmp_path / "message"
    if there:
        path.mkdir()
    with cluster(tmp_path, 1) as started:
        node = started.start(0, variables={"TERMINATION_MESSAGE_PATH": str(path)})
        assert node.code == PASS
    assert bool(re.search("message cannot be written: Is a directory", node.output)) is there
    assert path.exists() is there


def children(node: Node) -> list[int]:
    """Return the processes that smoke_node.py has started."""
    text = Path(f"/proc/{node.running.pid}/task/{node.running.pid}/children").read_text(encoding="ascii")
    return [int(pid) for pid in text.split()]
