"""Every node but the first: sends node 0 where its processes are, and prints what node 0 reports."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import Iterator

import hang_report as reports
from hang_diagnosis import TOGETHER, Diagnosis, diagnose
from hang_node import Node, Reporter
from hang_state import NodeState, to_message
from peer_channel import Channel
from peer_handshake import OtherNode as Handshake
from peer_key import Key
from peer_message import Message, ProtocolError

PROTOCOL = 1
PAUSE = 2.0
"""Seconds between two tries."""
CONNECT = 10.0
SILENCE = 30.0
"""Seconds after which node 0, which answers each message, can't be reached."""


class OtherNode:
    """The watcher of a node that is not node 0."""

    def __init__(self, node: Node, key: Key, stopped: threading.Event) -> None:
        """Begin without a connection."""
        self._node, self._plan, self._stopped = node, node.plan, stopped
        self._key = key
        self._reporter = Reporter(node.plan)
        self._heard: float | None = None
        self._begin = time.monotonic()
        self._has_warned = False

    def run(self) -> None:
        """Watch until the program has ended."""
        while not self._stopped.is_set():
            try:
                with self._connected() as connection:
                    self._meet(connection)
            except (OSError, ProtocolError) as error:
                self._warn(error)
            self._look_alone()
            self._stopped.wait(PAUSE)

    def _connected(self) -> socket.socket:
        connection = socket.create_connection((self._plan.address, self._plan.port), CONNECT)
        connection.settimeout(CONNECT)
        return connection

    def _meet(self, connection: socket.socket) -> None:
        """Talk to node 0 until the program or the connection ends. Raises OSError, ProtocolError."""
        channel, rest = self._authenticated(connection)
        hello = {
            "protocol": PROTOCOL,
            "attempt": self._plan.attempt,
            "nodes": self._plan.nodes,
            "index": self._plan.index,
        }
        connection.sendall(channel.line(hello))
        self._heard = time.monotonic()
        messages = channel.feed(rest)
        while True:
            ended = self._stopped.is_set()
            self._send(connection, channel, self._node.state())
            if ended:
                return
            for message in [*messages, *self._received(connection, channel)]:
                self._heard = time.monotonic()
                if "collect" in message:
                    self._send(connection, channel, self._node.state(with_threads=True), message["collect"])
                elif "report" in message:
                    report = reports.received(message["report"])
                    self._node.receive(report)
                    self._send(connection, channel, self._node.state(), report["report"])
            messages = []
            if time.monotonic() - self._heard > SILENCE:
                raise ProtocolError("it sends nothing any more")

    def _received(self, connection: socket.socket, channel: Channel) -> Iterator[Message]:
        """Yield the messages that come until the next look, or until the program has ended."""
        end = time.monotonic() + self._plan.interval
        while not self._stopped.is_set() and time.monotonic() < end:
            connection.settimeout(max(0.01, min(0.5, end - time.monotonic())))
            with contextlib.suppress(socket.timeout):
                data = connection.recv(1 << 16)
                if not data:
                    raise ProtocolError("it closed the connection")
                yield from channel.feed(data)

    @staticmethod
    def _send(connection: socket.socket, channel: Channel, state: NodeState, answers: object = None) -> None:
        connection.settimeout(CONNECT)
        connection.sendall(channel.line({**to_message(state), "answers": answers}))

    def _authenticated(self, connection: socket.socket) -> tuple[Channel, bytes]:
        handshake = Handshake(self._key)
        connection.sendall(handshake.greeting)
        while handshake.channel is None:
            data = connection.recv(4096)
            if not data:
                raise ProtocolError("it closed the connection")
            connection.sendall(handshake.feed(data))
        return handshake.channel, handshake.rest

    def _warn(self, error: Exception) -> None:
        """Say once that node 0 has never answered: its watcher may still be starting."""
        if self._heard is None and not self._has_warned and time.monotonic() - self._begin > 10 * CONNECT:
            self._has_warned = True
            where = f"{self._plan.address}:{self._plan.port}"
            reports.log_line(f"node {self._plan.index} can't reach node 0 at {where}, and watches alone: {error}")

    def _look_alone(self) -> None:
        """Report a hang of this node's ranks when node 0 can't do it."""
        silent = time.monotonic() - (self._heard or self._begin)
        if self._stopped.is_set() or silent < SILENCE:
            return
        own = self._node.state()
        found = diagnose([own], self._plan.stall)
        if found:
            found = Diagnosis(TOGETHER, found.wait, found.waiting, (), found.seconds)
        if self._reporter.is_new(found) and found:
            first = NodeState(0, self._plan.address, unreachable=silent)
            self._node.receive(self._reporter.report(found, [first, self._node.state(with_threads=True)]))
