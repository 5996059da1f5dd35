"""The nodes' DNS names, and the addresses that stand for them on one machine."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence

from render.pods.pod import Pod

_NAME = re.compile(r"[A-Za-z0-9][-.A-Za-z0-9]*")
_PER_BLOCK = 250


def numbered(block: str, position: int) -> str:
    """Return an address of a /16 block such as `127.0`, counted from 0: `127.0.0.1`, `127.0.0.2`, …"""
    high, low = divmod(position, _PER_BLOCK)
    return f"{block}.{high}.{low + 1}"


def loopback(position: int) -> str:
    """Return a node's address where all share one network: its own on Linux, which has the whole of 127/8."""
    return numbered("127.0", position if sys.platform == "linux" else 0)


def names(pod: Pod) -> Iterator[str]:
    """Yield the DNS names of a pod, the full one first, as pods of its namespace resolve them."""
    if pod.fqdn is None or pod.hostname is None:
        return
    subdomain, namespace, service, _ = pod.fqdn.removeprefix(f"{pod.hostname}.").split(".", 3)
    short = f"{pod.hostname}.{subdomain}"
    yield from (pod.fqdn, f"{short}.{namespace}.{service}", f"{short}.{namespace}", short)


def of_all(pods: Sequence[Pod]) -> Mapping[str, str]:
    """Return the address of each DNS name, where all nodes share one network."""
    return {name: loopback(position) for position, pod in enumerate(pods) for name in names(pod)}


def named(text: str) -> set[str]:
    """Return what may be a DNS name in a text."""
    return set(_NAME.findall(text))


def resolved(text: str, addresses: Mapping[str, str]) -> str:
    """Return a text with addresses in place of the names in it."""
    return _NAME.sub(lambda match: addresses.get(match[0], match[0]), text)
