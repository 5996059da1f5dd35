"""Preflight among peers that are not of its run (D5): real nodes and a raw client or server on their port."""

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from peer_channel import Channel
from peer_handshake import FirstNode, OtherNode
from peer_key import Key
from peer_message import PROTOCOL

from tests.e2e.preflight import UID, Cluster, Node, cluster

GO, UNREACHABLE, DIFFERENT = 0, 69, 78
RUN = "team/run"
OUTSIDER = "00000000-0000-4000-8000-000000000000"
GREETING = f"render-preflight {PROTOCOL} {'0' * 64}\n".encode()


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[Cluster]:
    with cluster(tmp_path) as started:
        yield started


@pytest.fixture
def outside(nodes: Cluster) -> Iterator["Outside"]:
    with ExitStack() as stack:
        yield Outside(nodes.port, stack)


class Outside:
    """A program that reaches the port."""

    def __init__(self, port: int, stack: ExitStack) -> None:
        self._port, self._stack = port, stack

    def connect(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self._port), 30)
        return self._stack.enter_context(connection)

    def answers(self, data: bytes) -> bytes:
        """All that node 0 sends back until it closes the connection."""
        connection = self.connect()
        with contextlib.suppress(ConnectionError):
            connection.sendall(data)
        return _all(connection)

    def signed(self, *messages: dict[str, Any], uid: str = UID) -> tuple[socket.socket, Channel]:
        """Introduce a node as one with a UID does, and send messages."""
        connection = self.connect()
        handshake = OtherNode(Key(uid, RUN))
        connection.sendall(handshake.greeting)
        while handshake.channel is None:
            connection.sendall(handshake.feed(connection.recv(1024)))
        for message in messages:
            connection.sendall(handshake.channel.line(message))
        return connection, handshake.channel


def hello(index: int, **known: object) -> dict[str, Any]:
    return {"protocol": PROTOCOL, "attempt": 0, "nodes": 2, "index": index, "token": "t", "host": "twin", **known}


def waiting(nodes: Cluster) -> Node:
    """Start node 0 and return it once it listens."""
    first = nodes.start(0)
    first.running.until("waiting for")
    return first


def agree(*nodes: Node) -> None:
    for node in nodes:
        assert node.code == GO, node.output
        assert "Traceback" not in node.output


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GET / HTTP/1.1\r\n\r\n",
        GREETING + b"0" * 64 + b"\n",
        GREETING + b"x" * 300,
        b"\n" * 100,
        json.dumps({"run": RUN, "attempt": 0, "nodes": 2, "index": 9, "token": "", "host": ""}).encode() + b"\n",
        json.dumps({"run": "other/run", "attempt": 7, "nodes": 99, "index": 1, "token": "", "host": ""}).encode()
        + b"\n",
    ],
    ids=["nothing", "http", "wrong-proof", "long-proof", "lines", "hello", "hello-of-another-run"],
)
def test_refusal_says_nothing(nodes: Cluster, outside: Outside, data: bytes) -> None:
    first = waiting(nodes)
    connection = outside.connect()
    connection.sendall(data)
    if not data:
        connection.shutdown(socket.SHUT_WR)
    answer = _all(connection)
    assert len(answer) in (0, 130)
    assert set(answer) <= set(b"0123456789abcdef \n")
    agree(first, nodes.start(1))
    assert first.output.count("closed a connection") <= 1


@pytest.mark.parametrize("index", [0, 1, 2])
def test_index_that_an_outsider_claims_changes_nothing(nodes: Cluster, outside: Outside, index: int) -> None:
    nodes.nodes = 3
    first = waiting(nodes)
    claim = {"protocol": 1, "run": RUN, "attempt": 0, "nodes": 3, "index": index, "token": "t", "host": "twin"}
    report = {"host": "twin", "facts": {"processes": 99}, "variables": {"NCCL_ALGO": "Tree"}}
    lines = [json.dumps(message).encode() + b"\n" for message in (claim, report)]
    assert outside.answers(b"".join(lines)) == b""
    with pytest.raises((ConnectionError, Exception)):
        outside.signed(hello(index, nodes=3), report, uid=OUTSIDER)
    agree(first, nodes.start(1), nodes.start(2))


def test_index_0_of_another_node_is_refused(nodes: Cluster, outside: Outside) -> None:
    first = waiting(nodes)
    connection, _ = outside.signed(hello(0))
    assert b"index 0 is not one of the other nodes" in _all(connection)
    agree(first, nodes.start(1))


def test_node_that_is_started_again_counts_once(nodes: Cluster, outside: Outside) -> None:
    """The report of its first process is forgotten: the last one of an index is the one that will train."""
    nodes.nodes = 3
    first = waiting(nodes)
    report = {"host": "twin", "facts": {"processes": 99}, "variables": {"NCCL_ALGO": "Tree"}}
    outside.signed(hello(1, nodes=3), report)
    second = nodes.start(1)
    second.running.until("node 0 waits for node")
    agree(first, second, nodes.start(2))


@pytest.mark.parametrize("limits", ["ulimit -v 524288", "ulimit -n 64", "ulimit -n 1024"])
def test_many_outsiders(nodes: Cluster, outside: Outside, limits: str) -> None:
    """Neither their bytes nor their idle connections keep a node out."""
    nodes.enter = ["sh", "-c", f'{limits} && exec "$@"', "sh"]
    first = waiting(nodes)
    for number in range(900 if "-v" in limits else 1100 if "1024" in limits else 150):
        connection = outside.connect()
        if "-v" in limits:
            connection.settimeout(5)
            with contextlib.suppress(OSError):
                connection.sendall(b"x" * 1_000_000)
        elif number % 20 == 0:
            connection.sendall(GREETING)
    nodes.enter = ()
    agree(first, nodes.start(1))


@pytest.mark.parametrize("byte", [b" ", b"\n", b"0"])
def test_first_node_of_an_outsider_that_drips(nodes: Cluster, byte: bytes) -> None:
    """A byte at a time keeps a read from its time-out, and no node beyond its own."""
    stop = threading.Event()

    def drip(connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            while not stop.wait(0.05):
                connection.sendall(byte)

    with socket.create_server(("127.0.0.1", nodes.port)) as server, _serving(server, drip):
        node = nodes.start(1, timeout=2)
        assert node.code == UNREACHABLE, node.output
        stop.set()


@pytest.mark.parametrize(
    "answer",
    [
        b'{"code": Infinity, "sentence": "", "table": []}\n',
        b'{"welcome": 5}\n',
        b'{"code": 0, "sentence": "", "table": []}\n',
        b'{"refused": "\\u001b[31m"}\n',
        b"[" * 100_000 + b"\n",
        b"x" * 2_000_000,
        f"{'0' * 64} {'0' * 64}\n".encode(),
    ],
    ids=["infinity", "welcome", "go", "refused", "nested", "endless", "wrong-proof"],
)
def test_first_node_of_an_outsider_is_not_believed(nodes: Cluster, answer: bytes) -> None:
    heard: list[bytes] = []

    def serve(connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            heard.append(connection.recv(65536))
            connection.sendall(answer)
            heard.append(_all(connection))

    with socket.create_server(("127.0.0.1", nodes.port)) as server, _serving(server, serve):
        node = nodes.start(1, timeout=1)
        assert node.code == UNREACHABLE, node.output
    assert "Traceback" not in node.output
    assert RUN.encode() not in b"".join(heard)
    assert b"\x1b" not in node.output.encode()


WRONG = [
    {"code": 1, "sentence": "", "table": []},
    {"code": True, "sentence": "", "table": []},
    {"code": 0, "sentence": 5, "table": []},
    {"code": 0, "sentence": "", "table": {}},
    {"code": 0, "sentence": "", "table": [1]},
    {"code": 0, "sentence": "", "table": ["x"] * 10_000},
    {"code": 0, "sentence": "x" * 100_000, "table": []},
    {"welcome": 5},
    {"welcome": {"name": "../../etc/passwd", "content": "root"}},
    {"welcome": {"name": ".preflight-0123456789abcdef"}},
    {"waiting": ["node 1"]},
    {"waiting": "x" * 100_000},
    {"refused": {}},
    {},
]


@pytest.mark.parametrize("message", WRONG, ids=range(len(WRONG)))
def test_first_node_with_a_fault_is_not_believed(nodes: Cluster, message: dict[str, Any]) -> None:
    """It has the run's key, and sends what is not of the protocol."""
    with socket.create_server(("127.0.0.1", nodes.port)) as server, _serving(server, lambda c: _first(c, message)):
        node = nodes.start(1, timeout=1)
        assert node.code == UNREACHABLE, node.output
    assert "Traceback" not in node.output


@pytest.mark.parametrize(
    "raw",
    [
        b'{"code":Infinity,"sentence":"","table":[]}',
        b'{"code":NaN,"sentence":"","table":[]}',
        b'{"code":0.0,"sentence":"","table":[]}',
        b'{"code":78,"code":0,"sentence":"","table":[]}',
        b'{"code":' + b"9" * 5000 + b"}",
        b"[" * 200_000,
        b"[]",
        b"\xff",
    ],
    ids=["infinity", "nan", "fraction", "repeated", "huge", "nested", "list", "bytes"],
)
def test_text_with_a_fault_is_not_believed(nodes: Cluster, raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("peer_channel.encode", lambda _: raw)
    with socket.create_server(("127.0.0.1", nodes.port)) as server, _serving(server, lambda c: _first(c, {})):
        node = nodes.start(1, timeout=1)
        assert node.code == UNREACHABLE, node.output
    assert "Traceback" not in node.output


REPORTS = [
    {"host": 5, "facts": {}, "variables": {}},
    {"host": "h", "facts": [], "variables": {}},
    {"host": "h", "facts": {"GPUs": True}, "variables": {}},
    {"host": "h", "facts": {"GPUs": {"a": 1}}, "variables": {}},
    {"host": "h", "facts": {"torch": "x" * 10_000}, "variables": {}},
    {"host": "h", "facts": {}, "variables": {"NCCL_ALGO": 1}},
    {"host": "h", "facts": {}, "variables": {"PATH": "/"}},
    {"host": "h", "facts": {str(number): 1 for number in range(2000)}, "variables": {}},
]


@pytest.mark.parametrize("report", REPORTS, ids=range(len(REPORTS)))
def test_report_with_a_fault_is_no_report(nodes: Cluster, outside: Outside, report: dict[str, Any]) -> None:
    first = waiting(nodes)
    connection, _ = outside.signed(hello(1), report)
    _all(connection)
    agree(first, nodes.start(1))


def test_text_of_a_peer_is_printed_escaped(nodes: Cluster, outside: Outside) -> None:
    host = "\x1b[31mred\n::error::\u202e"
    first = waiting(nodes)
    facts = {"processes": 1, "torch": "\x1b]0;title\x07\r\n"}
    connection, channel = outside.signed(hello(1, host=host), {"host": host, "facts": facts, "variables": {}})
    received = b""
    while b'"code"' not in received:
        received += connection.recv(65536)
    verdict = channel.feed(received)[-1]
    connection.close()
    assert first.code == DIFFERENT
    for text in (first.output.replace("\n", ""), first.message.rstrip("\n"), verdict["sentence"], *verdict["table"]):
        assert text.isprintable(), text
    assert r"\x1b[31mred\n::error::\u202e" in first.message
    assert not [line for line in first.output.splitlines() if line.startswith("::")]


def test_answer_of_the_first_node_is_printed_escaped(nodes: Cluster) -> None:
    answer = {"code": DIFFERENT, "sentence": "\x1b[31mred\n::error::", "table": ["\r\u2066x"]}
    with socket.create_server(("127.0.0.1", nodes.port)) as server, _serving(server, lambda c: _first(c, answer)):
        node = nodes.start(1)
        assert node.code == DIFFERENT, node.output
    assert node.output.splitlines() == [r"\r\u2066x", r"preflight: \x1b[31mred\n::error::"]
    assert node.message == "preflight: \\x1b[31mred\\n::error::\n"


def _first(connection: socket.socket, message: dict[str, Any]) -> None:
    """Be node 0 with the run's key, and answer with one message."""
    with connection, contextlib.suppress(OSError):
        handshake = FirstNode(Key(UID, RUN))
        while handshake.channel is None:
            connection.sendall(handshake.feed(connection.recv(65536)))
        connection.sendall(handshake.channel.line(message))
        _all(connection)


@contextlib.contextmanager
def _serving(server: socket.socket, serve: Any) -> Iterator[None]:
    """Serve connections, one after the other, in a thread that ends with the listener."""

    def run() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = server.accept()
                serve(connection)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown(socket.SHUT_RDWR)
        thread.join(30)


def _all(connection: socket.socket) -> bytes:
    """All that a peer sends until it closes the connection."""
    received = b""
    with contextlib.suppress(ConnectionError):
        while data := connection.recv(65536):
            received += data
    return received
