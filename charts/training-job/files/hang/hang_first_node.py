"""Node 0: hears all nodes, explains, and sends all nodes the report, so that any node's log has it."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import replace
from typing import Any, Mapping

from hang_diagnosis import diagnose, diagnose_end
from hang_node import Node, Reporter
from hang_other_node import PROTOCOL
from hang_state import NodeState, from_message
from peer_connections import Connection, Connections, listen
from peer_key import Key
from peer_message import ProtocolError

PATIENCE = 5.0
"""Seconds beyond three looks after which a node that sends nothing can't be reached."""
OWN_END = 10.0
"""Seconds for this node's program to end after another node's: its ranks have lost connections."""
GATHER = 1.5
"""Seconds in which other nodes fail after the first one: torchrun ends a node's ranks as soon as one fails."""
COLLECT = 8.0
"""Seconds to collect the stacks of all nodes, and to send them a report."""


class FirstNode:
    """Node 0: hears all nodes and explains."""

    def __init__(self, node: Node, key: Key, stopped: threading.Event) -> None:
        """Begin without a node but this one."""
        self._node, self._plan, self._stopped = node, node.plan, stopped
        self._reporter = Reporter(node.plan)
        self._key = key
        self._connections: Connections | None = None
        self._states: dict[int, NodeState] = {}
        self._heard: dict[int, float] = {}
        self._ahead: dict[int, float] = {}
        """By how many seconds this node's clock is ahead of another's: the least that any of its messages says."""
        self._answers: dict[int, int] = {}
        self._has_reported_end = False

    def run(self) -> None:
        """Watch until the program has ended."""
        if self._plan.nodes > 1:
            self._connections = Connections(listen(self._plan.port, time.monotonic() + 30), self._key)
        while not self._stopped.is_set():
            self._hear(self._plan.interval)
            found = diagnose(self._look(), self._plan.stall)
            if self._reporter.is_new(found):
                self._report()
            if any(node.failures for node in self._others()):
                self._report_end()
        # Not zero: a node that ends stops the others, and this one may not have heard yet why that one ended.
        if self._node.ended != 0:
            self._report_end()

    def _report_end(self) -> None:
        """Report once which rank failed first, when the other nodes have had the time to fail, too."""
        if self._has_reported_end:
            return
        self._has_reported_end = True
        end = time.monotonic() + OWN_END
        while self._node.ended is None and time.monotonic() < end:
            self._receive(0.2)
        end = time.monotonic() + GATHER
        while self._reached() and time.monotonic() < end:
            self._receive(end - time.monotonic())
        nodes = self._look()
        found = diagnose_end(nodes)
        if found:
            report = self._reporter.report(found, nodes)
            self._node.show(report)
            self._send({"report": report})

    def _report(self) -> None:
        number = self._reporter.next_number
        self._send({"collect": -number})
        own = self._node.state(with_threads=True)
        self._await(-number)
        nodes = [own, *self._others()]
        found = diagnose(nodes, self._plan.stall)
        if found and self._reporter.is_new(found):
            report = self._reporter.report(found, nodes)
            # With `action: fail` the first node that ends stops the others: all print the report before any acts on it.
            self._node.show(report)
            self._send({"report": report})
            self._await(number)
            # Failures from here on follow from this.
            self._has_reported_end |= self._node.act(report)

    def _await(self, answer: int) -> None:
        """Wait until all nodes that can be reached have sent an answer, or for `COLLECT` seconds."""
        end = time.monotonic() + COLLECT
        while time.monotonic() < end and any(self._answers.get(index) != answer for index in self._reached()):
            self._hear(min(1.0, end - time.monotonic()), once=True)

    def _look(self) -> list[NodeState]:
        return [self._node.state(), *self._others()]

    def _others(self) -> list[NodeState]:
        now = time.monotonic()
        limit = 3 * self._plan.interval + PATIENCE
        nodes = []
        for index, state in sorted(self._states.items()):
            silent = now - self._heard[index]
            nodes.append(replace(state, unreachable=silent) if silent > limit and state.ended is None else state)
        return nodes

    def _reached(self) -> list[int]:
        return [node.index for node in self._others() if node.unreachable is None and node.ended is None]

    def _hear(self, seconds: float, *, once: bool = False) -> None:
        """Handle what other nodes send, for some seconds, or until one has sent something."""
        if self._connections is None:
            self._stopped.wait(seconds)
            return
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self._stopped.is_set():
            self._receive(end - time.monotonic())
            if once:
                return

    def _receive(self, seconds: float) -> None:
        """Handle what comes first, if anything comes."""
        if self._connections is None:
            time.sleep(seconds)
            return
        for connection, message in self._connections.events(seconds):
            if message is None:
                continue
            try:
                self._take(connection, message)
            except ProtocolError:
                self._connections.close(connection)

    def _take(self, connection: Connection, message: Mapping[str, Any]) -> None:
        if connection.index is None:
            hello = (message.get("protocol"), message.get("attempt"), message.get("nodes"))
            index = message.get("index")
            if hello != (PROTOCOL, self._plan.attempt, self._plan.nodes) or type(index) is not int or index < 1:
                raise ProtocolError("a node of another attempt")
            connection.index = index
            self._ahead.pop(index, None)
            return
        index, now = connection.index, time.monotonic()
        state, sent = from_message(index, message), message.get("now")
        if type(sent) is not int:
            raise ProtocolError("a state without the time")
        self._ahead[index] = min(self._ahead.get(index, math.inf), now - sent / 1000)
        self._states[index] = state.shifted(self._ahead[index])
        self._heard[index] = now
        answer = message.get("answers")
        if isinstance(answer, int):
            self._answers[index] = answer
        if self._connections:
            self._connections.send(connection, {"heard": True})

    def _send(self, message: dict[str, Any]) -> None:
        for connection in list(self._connections.all) if self._connections else []:
            if connection.index is not None and self._connections:
                self._connections.send(connection, message)
