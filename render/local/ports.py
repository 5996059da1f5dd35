"""Ports of this machine."""

import socket


def is_free(port: int, address: str) -> bool:
    """Say whether a program can listen on a port here, at an address and at all of them."""
    return all(_can_listen(where, port) for where in (address, ""))


def free() -> int:
    """Return a port on which nobody listens."""
    with socket.create_server(("", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def _can_listen(address: str, port: int) -> bool:
    try:
        socket.create_server((address, port)).close()
    except OSError:
        return False
    return True
