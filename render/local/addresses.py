"""DNS names of the nodes, and their addresses on one machine."""

import re
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence

from render.pods.pod import RunPod

_NAME = re.compile(r"[A-Za-z0-9][-.A-Za-z0-9]*")
_PER_BLOCK = 250


def block_address(block: str, position: int) -> str:
    """Return the address at a position, from 0, of a /16 block such as `127.0`: `127.0.0.1`, `127.0.0.2`, …"""
    high, low = divmod(position, _PER_BLOCK)
    return f"{block}.{high}.{low + 1}"


def loopback_address(position: int) -> str:
    """Return the address of a node if all nodes share one network.

    On Linux each node has its own, since all of 127/8 is local; elsewhere all have `127.0.0.1`.
    """
    return block_address("127.0", position if sys.platform == "linux" else 0)


def dns_names(pod: RunPod) -> Iterator[str]:
    """Yield the DNS names by which pods of the same namespace resolve a pod, the fully qualified one first."""
    if pod.fqdn is None or pod.hostname is None:
        return
    subdomain, namespace, service, _ = pod.fqdn.removeprefix(f"{pod.hostname}.").split(".", 3)
    short = f"{pod.hostname}.{subdomain}"
    yield from (pod.fqdn, f"{short}.{namespace}.{service}", f"{short}.{namespace}", short)


def name_addresses(pods: Sequence[RunPod]) -> Mapping[str, str]:
    """Return addresses by DNS name if all nodes share one network."""
    return {name: loopback_address(position) for position, pod in enumerate(pods) for name in dns_names(pod)}


def possible_names(text: str) -> set[str]:
    """Return the substrings of a text that may be DNS names."""
    return set(_NAME.findall(text))


def replace_names(text: str, addresses: Mapping[str, str]) -> str:
    """Return a text with each DNS name replaced by its address."""
    return _NAME.sub(lambda match: addresses.get(match[0], match[0]), text)


def is_port_free(port: int, address: str) -> bool:
    """Return True if a program can listen on a port of this machine, at the address and at all addresses."""
    return all(_can_listen(where, port) for where in (address, ""))


def find_free_port() -> int:
    """Return a free port of this machine."""
    with socket.create_server(("", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def _can_listen(address: str, port: int) -> bool:
    try:
        socket.create_server((address, port)).close()
    except OSError:
        return False
    return True
