"""A way to a server that breaks off: what passes is what it sends, byte by byte, up to some number of bytes."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress


@contextmanager
def relay(port: int, most: int) -> Iterator[int]:
    """Listen while the block runs, and let `most` bytes of each connection to a port come back. Yield where."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_serve, args=(listener, port, most), daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


@contextmanager
def speaker(said: bytes) -> Iterator[int]:
    """Listen while the block runs, and say the same to everyone. Yield where."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_speak, args=(listener, said), daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


def _serve(listener: socket.socket, port: int, most: int) -> None:
    for connection in _accepted(listener):
        threading.Thread(target=_pass, args=(connection, port, most), daemon=True).start()


def _speak(listener: socket.socket, said: bytes) -> None:
    for connection in _accepted(listener):
        with connection, suppress(OSError):
            connection.sendall(said)
            connection.recv(1 << 16)


def _accepted(listener: socket.socket) -> Iterator[socket.socket]:
    with suppress(OSError):  # the listener is closed: the block has ended
        while True:
            yield listener.accept()[0]


def _pass(connection: socket.socket, port: int, most: int) -> None:
    with ExitStack() as stack, suppress(OSError):
        stack.enter_context(connection)
        server = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        threading.Thread(target=_copy, args=(connection, server), daemon=True).start()
        while most > 0 and (data := server.recv(min(most, 1 << 16))):
            connection.sendall(data)
            most -= len(data)
        connection.shutdown(socket.SHUT_RDWR)  # closing it is not enough while the other thread reads


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
