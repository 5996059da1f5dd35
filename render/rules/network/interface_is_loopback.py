"""NET101 interface-is-loopback: the nodes are to reach each other through `lo`.

The loopback interface leads to the pod itself. NCCL and gloo tell the other nodes that they are at 127.0.0.1, and wait.

Source: https://github.com/NVIDIA/nccl/issues/286

Example:
    image: registry.example/train:1
    numNodes: 2
    env: {NCCL_SOCKET_IFNAME: lo}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    network: {interface: eth0}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule

_VARIABLES = ("GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME", "TP_SOCKET_IFNAME", "UCX_NET_DEVICES")


@rule(keys=_VARIABLES)
def check(program: Program) -> Iterator[Finding]:
    """Look for `lo` among the interfaces that are to be used."""
    for name, word in program.values_of(*_VARIABLES) if program.is_distributed else ():
        if not word.text.startswith("^") and "lo" in (part.strip() for part in word.text.lstrip("=").split(",")):
            message = f"`{name}` names `lo`, through which none of the {program.nodes} nodes reaches another"
            yield Finding(word.path, message, "the interface that leads to the other nodes, often `eth0`")
