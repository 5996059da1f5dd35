"""Connections to many nodes at once, as messages that come in."""

from __future__ import annotations

import contextlib
import selectors
import socket
import time
from dataclasses import dataclass, field
from typing import Iterator

from preflight_lines import Inbox, Message, StrangerError, encode

# Seconds: what we send fits the buffers of the network, and what takes longer is a machine that is gone.
SEND_PATIENCE = 5.0
# Seconds that a caller may take to say who it is.
STRANGER_PATIENCE = 30.0


@dataclass(eq=False)
class Call:
    """A connection: to a stranger at first, to the node `index` once that has said so."""

    connection: socket.socket
    inbox: Inbox = field(default_factory=Inbox)
    since: float = field(default_factory=time.monotonic)
    index: int | None = None
    token: str = ""
    host: str = ""
    answered: bool = False


class Switchboard:
    """All calls to a port."""

    def __init__(self, listener: socket.socket) -> None:
        """Take the calls to a port that is listened on."""
        self._listener = listener
        self._selector = selectors.DefaultSelector()
        self._selector.register(listener, selectors.EVENT_READ)
        self.calls: set[Call] = set()

    def events(self, seconds: float) -> Iterator[tuple[Call, Message | None]]:
        """Yield what comes in next, after `seconds` at most: messages, and None where a caller has hung up."""
        for key, _ in self._selector.select(max(0.0, seconds)):
            if key.data is None:
                self._accept()
            else:
                yield from self._heard(key.data)
        for call in [call for call in self.calls if call.index is None]:
            if time.monotonic() - call.since > STRANGER_PATIENCE:
                self.hang_up(call)

    def send(self, call: Call, message: Message) -> bool:
        """Send a message; False where the caller is gone, which an event tells in its turn."""
        try:
            call.connection.sendall(encode(message))
        except OSError:
            _end(call.connection)
            return False
        return True

    def hang_up(self, call: Call) -> None:
        """End a call; no event tells of it."""
        if call in self.calls:
            self.calls.remove(call)
            self._selector.unregister(call.connection)
            call.connection.close()

    def _accept(self) -> None:
        try:
            connection, _ = self._listener.accept()
        except OSError:
            # No file descriptor is left, or the caller was faster: it comes again.
            time.sleep(0.1)
            return
        connection.settimeout(SEND_PATIENCE)
        call = Call(connection)
        self.calls.add(call)
        self._selector.register(connection, selectors.EVENT_READ, call)

    def _heard(self, call: Call) -> Iterator[tuple[Call, Message | None]]:
        if call not in self.calls:
            return
        try:
            data = call.connection.recv(65536)
            messages = call.inbox.feed(data)
        except (OSError, StrangerError):
            data, messages = b"", []
        for message in messages:
            if call in self.calls:
                yield call, message
        if not data and call in self.calls:
            self.hang_up(call)
            yield call, None


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


def _end(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
