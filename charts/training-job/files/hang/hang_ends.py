"""When processes ended: of several that end without an exception, the first one is at fault."""

from __future__ import annotations

import select
import socket
import threading
import time


class Ends:
    """When connections were closed by their processes, from a thread that sleeps until one is."""

    def __init__(self) -> None:
        """Begin without a connection."""
        self._epoll = select.epoll()
        self._times: dict[int, float] = {}
        threading.Thread(target=self._wait, daemon=True).start()

    def watch(self, connection: socket.socket) -> None:
        """Note when the other side of a connection closes it."""
        self._times.pop(connection.fileno(), None)
        self._epoll.register(connection, select.EPOLLRDHUP | select.EPOLLONESHOT)

    def time(self, connection: socket.socket) -> float:
        """Return when a connection was closed (time.monotonic): now where that has not been noted."""
        return self._times.get(connection.fileno(), time.monotonic())

    def _wait(self) -> None:
        while True:
            for number, _ in self._epoll.poll():
                self._times[number] = time.monotonic()
