"""Node 0's side: collect every node's report, compare them, and send all nodes the same verdict."""

from __future__ import annotations

import resource
import time

import preflight_hello as hello
import preflight_words as words
from peer_connections import Connection, Connections, listen
from peer_key import Key
from peer_message import Message, ProtocolError
from peer_text import printable
from preflight_facts import Report
from preflight_plan import Plan
from preflight_verdict import DIFFERENT, GO, LINE, UNREACHABLE, Verdict, compare

# Seconds between two messages of node 0 to a waiting node, which show that node 0 is alive.
BEAT = 2.0
# Seconds that nodes have to receive the verdict.
FAREWELL = 30.0


def gather(plan: Plan, key: Key, own: Report, welcome: Message) -> Verdict:
    """Return the verdict once every node has it, or at the timeout; `welcome` is the first message to a node."""
    end = time.monotonic() + plan.timeout
    # One connection per node: the limit of open files is often 1024, and a process may raise it.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        listener = listen(plan.port, end)
    except OSError as error:
        return Verdict(UNREACHABLE, f"{plan.me} cannot listen on port {plan.port}: {error.strerror}")
    with listener:
        gathering = Gathering(plan, own, welcome, Connections(listener, key))
        return gathering.farewell(gathering.verdict(end))


class Gathering:
    """The nodes with a connection. A node that disconnects before the verdict must connect again."""

    def __init__(self, plan: Plan, own: Report, welcome: Message, connections: Connections) -> None:
        """Begin with the report of node 0 itself."""
        self._plan = plan
        self._welcome = welcome
        self._connections = connections
        self._reports: dict[int, Report] = {0: own}
        self._answer: Verdict | None = None
        self._unanswered: set[int] = set()
        # Replaced processes: one that connects again is alive.
        self._replaced: set[str] = set()
        self._printed: set[str] = set()

    def verdict(self, end: float) -> Verdict:
        """Collect reports until all nodes are there, or until `end` (of the monotonic clock), and compare them."""
        beat = time.monotonic()
        while self._missing() and time.monotonic() < end:
            if time.monotonic() >= beat:
                self._print_missing()
                beat = time.monotonic() + BEAT
            clash = self._hear(min(end, beat))
            if clash:
                return Verdict(DIFFERENT, clash)
        return compare(self._reports, self._missing(), self._plan)

    def farewell(self, answer: Verdict) -> Verdict:
        """Send all nodes the verdict and wait until they have disconnected: a node may reconnect for it."""
        self._answer = answer
        self._unanswered = set(self._reports) - {0}
        for connection in self._nodes():
            self._give_answer(connection, answer)
        end = time.monotonic() + FAREWELL
        while self._unanswered and time.monotonic() < end:
            self._hear(end)
        if self._unanswered and answer.code == GO:
            return Verdict(UNREACHABLE, f"{words.numbers(sorted(self._unanswered))} disconnected before the verdict")
        return answer

    def _missing(self) -> list[int]:
        return [index for index in range(self._plan.nodes) if index not in self._reports]

    def _nodes(self) -> list[Connection]:
        return [connection for connection in self._connections.all if connection.index is not None]

    def _print_missing(self) -> None:
        missing = words.numbers(self._missing())
        self._print(f"waiting for {missing}")
        for connection in self._nodes():
            self._connections.send(connection, {"waiting": missing})

    def _hear(self, until: float) -> str:
        """Handle the next messages; return an error if two nodes claim the same index."""
        clash = ""
        for connection, message in self._connections.events(until - time.monotonic()):
            if message is None:
                self._gone(connection)
            elif connection.index is None:
                clash = clash or self._admit(connection, message)
            else:
                self._take(connection, connection.index, message)
        if self._connections.refused:
            self._print(
                "closed a connection that did not authenticate as part of this run; more of them are not reported"
            )
        return clash

    def _admit(self, connection: Connection, message: Message) -> str:
        """Accept a node; return an error if another live node has its index. A restarted pod replaces its
        predecessor, whose process does not connect again."""
        why = hello.refusal(message, self._plan)
        if why:
            self._print(f"rejected a node of this run: {why}")
            self._connections.send(connection, {"refused": why})
            self._connections.close(connection)
            return ""
        others = [other for other in self._nodes() if other.index == message["index"]]
        connection.index, connection.token, connection.host = message["index"], message["token"], message["host"]
        if connection.token in self._replaced:
            hosts = [other.host for other in others]
            return f"two nodes claim index {connection.index}: {' and '.join([*hosts, connection.host])}"
        for other in others:
            self._connections.close(other)
            self._reports.pop(connection.index, None)
            self._replaced |= {other.token} - {connection.token}
        self._connections.send(connection, {"welcome": self._welcome})
        return ""

    def _take(self, connection: Connection, index: int, message: Message) -> None:
        try:
            self._reports[index] = hello.to_report(message)
        except ProtocolError as error:
            self._print(f"node {index} sent {error}")
            self._connections.close(connection)
            self._gone(connection)
            return
        if self._answer:
            self._give_answer(connection, self._answer)

    def _give_answer(self, connection: Connection, answer: Verdict) -> None:
        connection.answered = self._connections.send(connection, answer.message())

    def _gone(self, connection: Connection) -> None:
        if connection.index is None:
            return
        if connection.answered:
            self._unanswered.discard(connection.index)
        elif not self._answer and self._reports.pop(connection.index, None) is not None:
            self._print(f"node {connection.index} disconnected")

    def _print(self, text: str) -> None:
        """Print a text once."""
        if text not in self._printed:
            print(printable(f"preflight: {text}", LINE), flush=True)
        self._printed.add(text)
