"""Nodes as network namespaces, whose links can be made slow."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

INTERFACE = "eth0"


@dataclass(frozen=True)
class Network:
    """Namespaces that one switch joins."""

    run: str
    nodes: int

    def address(self, node: int) -> str:
        return f"10.77.0.{node + 1}"

    def namespace(self, node: int) -> str:
        return f"{self.run}-{node}"

    def enter(self, node: int) -> list[str]:
        """Return the words before a command of a node, which has a host name of its own."""
        named = f'hostname node-{node} && exec "$@"'
        return ["ip", "netns", "exec", self.namespace(node), "unshare", "--uts", "sh", "-c", named, "sh"]

    def slow(self, node: int, rate: str) -> None:
        """Let no more than `rate` leave a node."""
        shape = ["root", "tbf", "rate", rate, "burst", "64kb", "latency", "200ms"]
        _ip("netns", "exec", self.namespace(node), "tc", "qdisc", "replace", "dev", INTERFACE, *shape)

    def block(self, node: int, others: Sequence[int] | None = None) -> None:
        """Let nothing go between a node and others, and say nothing about it, as a packet filter does."""
        for other in set(range(self.nodes) if others is None else others) - {node}:
            _ip("-n", self.namespace(other), "route", "add", "blackhole", self.address(node))


@contextmanager
def network(nodes: int) -> Iterator[Network]:
    """Make the namespaces and the switch; nothing of this machine's own network is touched."""
    found = Network(f"smoke-{os.getpid()}", nodes)
    switch = f"{found.run}-switch"
    with ExitStack() as stack:
        stack.enter_context(_namespace(switch))
        _ip("-n", switch, "link", "add", "name", "switch", "up", "type", "bridge")
        for node in range(nodes):
            here, port = found.namespace(node), f"node{node}"
            stack.enter_context(_namespace(here))
            _ip("-n", switch, "link", "add", "name", port, "type", "veth", "peer", "name", INTERFACE, "netns", here)
            _ip("-n", switch, "link", "set", "dev", port, "master", "switch", "up")
            _ip("-n", here, "address", "add", f"{found.address(node)}/24", "dev", INTERFACE)
            _ip("-n", here, "link", "set", "dev", INTERFACE, "up")
            _ip("-n", here, "link", "set", "dev", "lo", "up")
        yield found


@contextmanager
def _namespace(name: str) -> Iterator[None]:
    _ip("netns", "add", name)
    try:
        yield
    finally:
        _ip("netns", "delete", name)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
