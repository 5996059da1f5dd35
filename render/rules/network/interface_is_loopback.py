"""NET101 interface-is-loopback: the nodes try to reach each other through `lo`.

The loopback interface only reaches the pod itself. NCCL and gloo announce 127.0.0.1 as their address to the other
nodes, and wait.

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
    """Report `lo` among the selected interfaces."""
    for name, word in program.values_of(*_VARIABLES) if program.is_distributed else ():
        if not word.text.startswith("^") and "lo" in (part.strip() for part in word.text.lstrip("=").split(",")):
            message = f"`{name}` includes `lo`, which connects none of the {program.nodes} nodes"
            yield Finding(word.path, message, "use the interface that connects the nodes, often `eth0`")
