"""The preflight check with real processes: what would hang becomes the same sentence on every node."""

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.preflight import Cluster, Node, cluster

GO, UNREACHABLE, DIFFERENT = 0, 69, 78


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[Cluster]:
    with cluster(tmp_path) as started:
        yield started


def check_end(nodes: list[Node], code: int, *parts: str) -> None:
    """Every node ends with the code, and says each part in its log and in its termination message."""
    for node in nodes:
        assert node.code == code, node.output
        for part in parts:
            assert part in node.output
            assert part in node.message


def test_equal_nodes_go(nodes: Cluster) -> None:
    for node in nodes.run({}, {}, {}):
        assert node.code == GO, node.output
        assert "all 3 nodes agree" in node.output
        assert node.message == ""


def test_harmless_differences_stop_no_one(nodes: Cluster) -> None:
    first, second = nodes.run({"NVIDIA_VISIBLE_DEVICES": "GPU-1"}, {"NVIDIA_VISIBLE_DEVICES": "GPU-2"})
    assert (first.code, second.code) == (GO, GO)
    assert "(the same everywhere)" in first.output


def test_visible_devices_on_one_node(nodes: Cluster) -> None:
    """The hang of LLaMA-Factory on several nodes."""
    found = nodes.run({}, {"CUDA_VISIBLE_DEVICES": "0"}, {})
    host = socket.gethostname()
    check_end(
        found, DIFFERENT, f"CUDA_VISIBLE_DEVICES must be the same everywhere: 0 on node 1 ({host}), unset on nodes 0, 2"
    )


def test_fewer_processes(nodes: Cluster) -> None:
    found = nodes.run({}, {"PET_NPROC_PER_NODE": "1"})
    check_end(found, DIFFERENT, f"processes must be 2 everywhere: 1 on node 1 ({socket.gethostname()}), 2 on node 0")


def test_processes_that_a_program_counts_itself(nodes: Cluster) -> None:
    found = nodes.run({"PET_NPROC_PER_NODE": "auto"}, {"PET_NPROC_PER_NODE": "auto"}, processes=10_000)
    check_end(found, DIFFERENT, f"processes must be 10000 everywhere: {os.cpu_count()} on nodes 0-1")


def test_other_version_of_torch(nodes: Cluster, tmp_path: Path) -> None:
    paths = []
    for version in ("2.14.0", "2.15.0"):
        package = tmp_path / version / f"torch-{version}.dist-info"
        package.mkdir(parents=True)
        (package / "METADATA").write_text(f"Metadata-Version: 2.1\nName: torch\nVersion: {version}\n")
        paths.append({"PYTHONPATH": str(package.parent)})
    check_end(nodes.run(*paths), DIFFERENT, "torch must be the same everywhere", "2.15.0 on node 1", "2.14.0 on node 0")


def test_other_setting_of_nccl(nodes: Cluster) -> None:
    found = nodes.run({"NCCL_ALGO": "Ring", "NCCL_AUTH_TOKEN": "a"}, {"NCCL_ALGO": "Tree", "NCCL_AUTH_TOKEN": "b"})
    check_end(found, DIFFERENT, "NCCL_ALGO must be the same everywhere: Tree on node 1")
    assert "TOKEN" not in found[0].output


def test_interface_that_is_not_there(nodes: Cluster) -> None:
    found = nodes.run({"NCCL_SOCKET_IFNAME": "=lo"}, {"NCCL_SOCKET_IFNAME": "=lo"})
    check_end(found, GO)
    found = nodes.run({"GLOO_SOCKET_IFNAME": "gone0"}, {"GLOO_SOCKET_IFNAME": "gone0"})
    check_end(found, DIFFERENT, "interface of GLOO_SOCKET_IFNAME must be present everywhere: gone0 is not one of")


def test_checkpoint_folder_is_shared(nodes: Cluster, tmp_path: Path) -> None:
    folder = tmp_path / "checkpoints"
    folder.mkdir()
    check_end(nodes.run({}, {}, checkpoints=folder), GO)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(("other", "sentence"), [("other", "not the folder of node 0"), ("none", "not there")])
def test_checkpoint_folder_is_not_shared(nodes: Cluster, tmp_path: Path, other: str, sentence: str) -> None:
    folders = [tmp_path / "own", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    found = [nodes.start(index, checkpoints=tmp_path / name) for index, name in enumerate(("own", other))]
    check_end(found, DIFFERENT, f"checkpoint folder must be shared everywhere: {sentence} on node 1")
    assert [list(folder.iterdir()) for folder in folders] == [[], []]


def test_late_node(nodes: Cluster) -> None:
    first = nodes.start(0)
    first.running.until("waiting for node 1")
    check_end([first, nodes.start(1)], GO)


def test_late_first_node(nodes: Cluster) -> None:
    other = nodes.start(1)
    other.running.until("connection refused")
    check_end([nodes.start(0), other], GO)


def test_dead_node_is_named_by_all(nodes: Cluster) -> None:
    nodes.nodes = 4
    found = [nodes.start(index, {"CUDA_VISIBLE_DEVICES": str(index)}, timeout=4) for index in (0, 1, 3)]
    check_end(
        found, UNREACHABLE, "got no report from node 2 within 4 s", "CUDA_VISIBLE_DEVICES must be the same everywhere"
    )


def test_node_that_waits_longer_than_the_first_started(nodes: Cluster) -> None:
    """It started long before node 0, and knows from it whom they wait for."""
    nodes.nodes = 3
    first = nodes.start(0)
    first.running.until("waiting for")
    other = nodes.start(1, timeout=-7)
    check_end([other], UNREACHABLE, "node 0 waits for node 2")
    first.running.until("node 1 disconnected")


def test_name_that_does_not_resolve(nodes: Cluster) -> None:
    first, other = nodes.start(0, timeout=2), nodes.start(1, timeout=2, address="run-node-0-0.invalid")
    check_end([other], UNREACHABLE, "reach node 0 at run-node-0-0.invalid", "its name does not resolve")
    check_end([first], UNREACHABLE, "got no report from node 1 within 2 s")


def test_port_that_is_blocked(nodes: Cluster) -> None:
    """A full queue drops connections as a packet filter does."""
    with socket.socket() as silent, socket.socket() as fills, socket.socket() as overflows:
        silent.bind(("127.0.0.1", nodes.port))
        silent.listen(0)
        fills.connect(("127.0.0.1", nodes.port))
        overflows.settimeout(0)
        overflows.connect_ex(("127.0.0.1", nodes.port))
        check_end(
            [nodes.start(1, timeout=2)],
            UNREACHABLE,
            f"could not reach node 0 at 127.0.0.1:{nodes.port} within 2 s",
            "port may be blocked",
        )


def test_something_else_answers(nodes: Cluster) -> None:
    with socket.create_server(("127.0.0.1", nodes.port)) as server:
        other = nodes.start(1, timeout=1)
        server.settimeout(20)
        connection, _ = server.accept()
        with connection:
            connection.sendall(b"HTTP/1.1 400 Bad Request\n")
            other.running.until("is not node 0 of this run: data of another protocol, or of another version")


def test_nodes_of_other_runs_and_attempts_are_turned_away(nodes: Cluster) -> None:
    first = nodes.start(0)
    for other in ({"run": "team/other"}, {"variables": {"RENDER_RUN_UID": "another"}}):
        nodes.start(1, **other).running.until("is not node 0 of this run: a wrong proof")
    old_attempt = nodes.start(1, attempt=-1)
    old_attempt.running.until("it rejects this node: its attempt must be 0, got -1")
    beyond = nodes.start(7)
    beyond.running.until("it rejects this node: index 7 is not one of the other nodes, 1 to 1")
    check_end([first, nodes.start(1)], GO)


def test_noise_on_the_port(nodes: Cluster) -> None:
    first = nodes.start(0)
    first.running.until("waiting for node 1")
    for noise in (b"", b"GET / HTTP/1.1\r\n\r\n", b"[]\n", b'{"run":1}\n', b"[" * 100_000 + b"\n", b"x" * 2_000_000):
        with socket.create_connection(("127.0.0.1", nodes.port)) as caller:
            try:
                caller.sendall(noise)
            except ConnectionError:
                assert len(noise) > 1_000_000
    check_end([first, nodes.start(1)], GO)


def test_two_nodes_claim_one_index(nodes: Cluster) -> None:
    nodes.nodes = 3
    found = [nodes.start(0)]
    found.append(nodes.start(1))
    found[1].running.until("node 0 waits for node 2")
    found.append(nodes.start(1))
    host = socket.gethostname()
    check_end(found, DIFFERENT, f"two nodes claim index 1: {host} and {host}")


@pytest.mark.parametrize("index", [0, 1])
def test_pod_without_the_uid_of_its_run(nodes: Cluster, index: int) -> None:
    check_end(
        [nodes.start(index, {"RENDER_RUN_UID": ""})], DIFFERENT, "no label jobset.sigs.k8s.io/jobset-uid", "JobSet 0.12"
    )


def test_node_that_is_killed_is_named(nodes: Cluster) -> None:
    nodes.nodes = 3
    first, second = nodes.start(0, timeout=6), nodes.start(1, timeout=6)
    first.running.until("waiting for node 2")
    second.running.kill()
    first.running.until("node 1 disconnected")
    check_end([first, nodes.start(2, timeout=6)], UNREACHABLE, "got no report from node 1 within 6 s")


def test_node_that_is_killed_comes_again(nodes: Cluster) -> None:
    nodes.nodes = 3
    first, second = nodes.start(0), nodes.start(1)
    first.running.until("waiting for node 2")
    second.running.kill()
    check_end([first, nodes.start(1), nodes.start(2)], GO)


@pytest.mark.parametrize("index", [0, 1])
def test_sigterm_ends_at_once(nodes: Cluster, tmp_path: Path, index: int) -> None:
    folder = tmp_path / "checkpoints"
    folder.mkdir()
    nodes.nodes = 3
    first, other = nodes.start(0, checkpoints=folder), nodes.start(1, checkpoints=folder)
    other.running.until("node 0 waits for node 2")
    ended = (first, other)[index]
    ended.running.terminate()
    assert ended.code == 128 + signal.SIGTERM
    assert len(list(folder.iterdir())) == index


def test_message_that_cannot_be_written(nodes: Cluster, tmp_path: Path) -> None:
    first, other = nodes.run({}, {"PET_NPROC_PER_NODE": "1"}, termination_log=tmp_path)
    assert (first.code, other.code) == (DIFFERENT, DIFFERENT)
    assert "cannot be written" in first.output


def test_port_that_is_taken(nodes: Cluster) -> None:
    with socket.create_server(("", nodes.port)):
        check_end([nodes.start(0, timeout=1)], UNREACHABLE, f"node 0 ({socket.gethostname()}) cannot listen on port")
