"""The smoke test among peers that are not of its Job (D5): real processes, and a raw client of torch's store.

The store itself takes values from anyone: what must hold is that nothing that an outsider stores is believed.
"""

import json
import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.smoke.ranks import Cluster, Node, cluster

UNREACHABLE, MISCONFIGURED = 22, 24
QUICK = ("--timeout=20",)

torch = pytest.mark.usefixtures("torch_or_reason")


@pytest.fixture
def torch_or_reason() -> None:
    pytest.importorskip("torch")


def store(nodes: Cluster) -> Any:
    """What an outsider has of the store."""
    from torch.distributed import PrefixStore, TCPStore

    server = TCPStore("127.0.0.1", nodes.port, is_master=False, timeout=timedelta(seconds=60), wait_for_workers=False)
    return PrefixStore("smoke/0", server)


def started(nodes: Cluster) -> list[Node]:
    """Start rank 0 alone of two, once it serves the store."""
    return [nodes.start(0, *QUICK)]


@pytest.mark.torch
@torch
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("world", {"word": "pass", "sentence": "all is well"}),
        ("world", {"hellos": []}),
        ("world", 5),
        ("hello/1", {"host": "\x1b[31m"}),
        ("hello/1", "no GPU on the outsider"),
    ],
)
def test_value_of_an_outsider_is_no_verdict(tmp_path: Path, name: str, value: object) -> None:
    with cluster(tmp_path, 2) as nodes:
        found = started(nodes)
        store(nodes).set(name, json.dumps(value))
        found.append(nodes.start(1, *QUICK))
        for node in found:
            assert node.code in (0, UNREACHABLE), node.output
            assert "Traceback" not in node.output
            assert "all is well" not in node.output
            assert "no GPU on the outsider" not in node.output
        if {node.code for node in found} != {0}:
            assert any("that no process of this test wrote" in node.message for node in found)
        assert b"\x1b" not in "".join(node.output for node in found).encode()


@pytest.mark.torch
@torch
def test_counters_of_an_outsider_change_nothing(tmp_path: Path) -> None:
    """Processes are counted by what they have signed."""
    with cluster(tmp_path, 2) as nodes:
        found = started(nodes)
        outside = store(nodes)
        for name in ("came", "left", "present"):
            outside.add(name, 1000)
        found.append(nodes.start(1, *QUICK))
        assert [node.code for node in found] == [0, 0], [node.output for node in found]


@pytest.mark.torch
@torch
def test_bytes_on_the_port_change_nothing(tmp_path: Path) -> None:
    with cluster(tmp_path, 2) as nodes:
        found = started(nodes)
        store(nodes)
        with socket.create_connection(("127.0.0.1", nodes.port)) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\n\r\n")
            found.append(nodes.start(1, *QUICK))
            assert [node.code for node in found] == [0, 0], [node.output for node in found]


@pytest.mark.torch
@torch
def test_process_of_another_job(tmp_path: Path) -> None:
    with cluster(tmp_path, 2) as nodes:
        found = started(nodes)
        found.append(nodes.start(1, *QUICK, variables={"RENDER_RUN_UID": "another"}))
        for node in found:
            assert node.code == UNREACHABLE, node.output
            assert "Traceback" not in node.output


def test_pod_without_the_uid_of_its_job(tmp_path: Path) -> None:
    with cluster(tmp_path, 2) as nodes:
        node = nodes.start(0, variables={"RENDER_RUN_UID": ""})
        assert node.code == MISCONFIGURED
        assert "the pod's label batch.kubernetes.io/controller-uid" in node.message
