"""Hang detection among peers that are not of its run: a real watcher, and a raw client or a signed one on its port."""

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hang_other_node import PROTOCOL
from peer_channel import Channel
from peer_handshake import OtherNode
from peer_key import Key

from tests.e2e.preflight import UID, free_port
from tests.schema import CHART

RUN = "team/run"
STATE: dict[str, Any] = {
    "now": 1,
    "host": "twin",
    "ranks": [],
    "ended": None,
    "oom_kills": 0,
    "failures": [],
    "answers": None,
}
RANK: dict[str, Any] = {
    "rank": 2,
    "world": 4,
    "pid": 1,
    "state": "runs",
    "seconds": 9,
    "waits": [],
    "groups": {},
    "stack": [],
    "helper": [],
    "ended_at": None,
}
HELLO = {"protocol": PROTOCOL, "attempt": 0, "nodes": 2, "index": 1}


class Watcher:
    """Node 0 of two; its program reads standard input, and ends when that does."""

    def __init__(self) -> None:
        self.port = free_port()
        options = [
            f"--run={RUN}",
            "--nodes=2",
            "--index=0",
            "--stall=5",
            f"--port={self.port}",
            "--termination-log=/nowhere",
        ]
        command = [
            sys.executable,
            "-B",
            str(CHART / "files" / "hang" / "hang.py"),
            *options,
            "--",
            "sh",
            "-c",
            "echo up; cat",
        ]
        folders = os.pathsep.join(str(CHART / "files" / name) for name in ("hang", "peers", "exit_code"))
        self.process = subprocess.Popen(
            command,
            env=os.environ | {"RENDER_RUN_UID": UID, "PYTHONPATH": folders},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "up\n"

    def connect(self) -> socket.socket:
        """Connect once it listens."""
        while True:
            with contextlib.suppress(ConnectionRefusedError):
                return socket.create_connection(("127.0.0.1", self.port), 30)

    def signed(self, *messages: dict[str, Any]) -> tuple[socket.socket, Channel]:
        """Send messages as a node of the run does."""
        connection = self.connect()
        handshake = OtherNode(Key(UID, RUN, "render hang"))
        connection.sendall(handshake.greeting)
        while handshake.channel is None:
            connection.sendall(handshake.feed(connection.recv(1024)))
        for message in messages:
            connection.sendall(handshake.channel.line(message))
        return connection, handshake.channel

    def finish(self) -> tuple[int, str]:
        """End the program; return the exit status and the rest of the output."""
        output, _ = self.process.communicate(timeout=60)
        return self.process.returncode, output


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    found = Watcher()
    yield found
    found.process.kill()
    found.process.wait()


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"render-preflight 2 " + b"0" * 64 + b"\n" + b"0" * 64 + b"\n",
        b"\n" * 100,
        json.dumps(HELLO).encode() + b"\n" + json.dumps({**STATE, "host": "\x1b[31m"}).encode() + b"\n",
    ],
    ids=["http", "wrong proof", "lines", "no handshake"],
)
def test_outsider(watcher: Watcher, data: bytes) -> None:
    """It gets no answer but a proof, and changes nothing."""
    with watcher.connect() as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: _read(connection), b""))
    assert len(answer) in (0, 130)
    assert watcher.finish() == (0, "")


@pytest.mark.parametrize(
    "state",
    [
        {},
        {**STATE, "host": "x" * 300},
        {**STATE, "ranks": [RANK] * 200},
        {**STATE, "ranks": [{**RANK, "rank": "two"}]},
        {**STATE, "ranks": [{**RANK, "stack": [["a"]]}]},
        {**STATE, "failures": [{"rank": 2}]},
        {**STATE, "failures": 5},
        {**STATE, "ended": "\x1b[31m"},
        {**STATE, "now": "soon"},
        {**STATE, "ranks": [{**RANK, "ended_at": "soon"}]},
    ],
)
def test_node_that_sends_something_else(watcher: Watcher, state: dict[str, Any]) -> None:
    """Its connection is closed; the program and its watcher go on."""
    connection, _ = watcher.signed(HELLO, state)
    with connection:
        assert _read(connection) == b""
    again, channel = watcher.signed(HELLO, STATE)
    with again:
        assert channel.feed(_read(again)) == [{"heard": True}]
    assert watcher.finish() == (0, "")


def _read(connection: socket.socket) -> bytes:
    try:
        return connection.recv(4096)
    except ConnectionError:
        return b""
