"""Node 0's connections. A peer that is not authenticated may be anyone: such connections are limited in number, bytes
and time, and get no answer but node 0's proof."""

from __future__ import annotations

import contextlib
import selectors
import socket
import time
from dataclasses import dataclass, field
from typing import Iterator

from peer_channel import Channel
from peer_handshake import LIMIT, FirstNode
from peer_key import Key
from peer_message import Message, ProtocolError

# Seconds to send: all messages fit the network's buffers, so a slower machine has failed.
SEND_SECONDS = 5.0
# Seconds from a connection to the message with the node's index, also if its bytes arrive slowly.
HANDSHAKE_SECONDS = 10.0
# Connections whose node is not known yet; one more closes the oldest. A handshake takes two ways of the network.
UNKNOWN_AT_MOST = 128
# Seconds between two checks for expired connections.
LOOK_SECONDS = 1.0


@dataclass(eq=False)
class Connection:
    """A connection of the node `index`, which is None before the node's first signed message."""

    socket: socket.socket
    handshake: FirstNode
    since: float = field(default_factory=time.monotonic)
    index: int | None = None
    token: str = ""
    host: str = ""
    answered: bool = False

    @property
    def channel(self) -> Channel | None:
        """The signed messages; None before the peer has proved that it has the run's key."""
        return self.handshake.channel


class Connections:
    """All connections to a port."""

    def __init__(self, listener: socket.socket, key: Key) -> None:
        """Accept the connections to a listening socket."""
        self._listener, self._key = listener, key
        listener.settimeout(0)
        self._selector = selectors.DefaultSelector()
        self._selector.register(listener, selectors.EVENT_READ)
        self.all: set[Connection] = set()
        self.refused = 0

    def events(self, seconds: float) -> Iterator[tuple[Connection, Message | None]]:
        """Yield events for at most `seconds`: signed messages, and None if a peer has closed its connection."""
        for key, _ in self._selector.select(min(max(0.0, seconds), LOOK_SECONDS)):
            if key.data is None:
                self._accept()
            elif key.data in self.all:
                yield from self._read(key.data)
        for connection in self._unknown():
            if time.monotonic() - connection.since > HANDSHAKE_SECONDS:
                self.close(connection)

    def send(self, connection: Connection, message: Message) -> bool:
        """Send a signed message; return False if the peer has closed the connection, which becomes an event, too."""
        if connection.channel is None:
            return False
        try:
            connection.socket.sendall(connection.channel.line(message))
        except OSError:
            _shut(connection.socket)
            return False
        return True

    def close(self, connection: Connection) -> None:
        """Close a connection without an event."""
        if connection in self.all:
            self.all.remove(connection)
            self._selector.unregister(connection.socket)
            connection.socket.close()

    def _unknown(self) -> list[Connection]:
        return sorted((one for one in self.all if one.index is None), key=lambda one: one.since)

    def _accept(self) -> None:
        unknown = self._unknown()
        try:
            accepted, _ = self._listener.accept()
        except BlockingIOError:
            return
        except OSError:
            # Too many open files, or the peer has closed the connection: it will try again.
            if unknown:
                self.close(unknown[0])
            else:
                time.sleep(0.1)
            return
        if len(unknown) >= UNKNOWN_AT_MOST:
            self.close(unknown[0])
        accepted.settimeout(SEND_SECONDS)
        connection = Connection(accepted, FirstNode(self._key))
        self.all.add(connection)
        self._selector.register(accepted, selectors.EVENT_READ, connection)

    def _read(self, connection: Connection) -> Iterator[tuple[Connection, Message | None]]:
        messages: list[Message] = []
        try:
            data = connection.socket.recv(65536 if connection.channel else LIMIT)
            messages = self._messages(connection, data) if data else []
        except OSError:
            data = b""
        except ProtocolError:
            self.refused += 1
            data = b""
        for message in messages:
            if connection in self.all:
                yield connection, message
        if not data and connection in self.all:
            self.close(connection)
            yield connection, None

    def _messages(self, connection: Connection, data: bytes) -> list[Message]:
        if connection.channel:
            return connection.channel.feed(data)
        answer = connection.handshake.feed(data)
        if answer:
            connection.socket.sendall(answer)
        return connection.channel.feed(connection.handshake.rest) if connection.channel else []


def listen(port: int, end: float) -> socket.socket:
    """Take a port on all addresses. A pod of the run's last attempt may still have it where pods share the host's
    network, so try until `end` (of the monotonic clock). Raises OSError."""
    while True:
        try:
            if socket.has_dualstack_ipv6():
                return socket.create_server(("", port), family=socket.AF_INET6, backlog=1024, dualstack_ipv6=True)
            return socket.create_server(("", port), backlog=1024)
        except OSError:
            if time.monotonic() > end:
                raise
        time.sleep(1)


def _shut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
