"""NET105 host-interface-missing: on the network of the node, NCCL has many interfaces to choose from.

A node has interfaces for its pods, its containers and its storage beside the one that leads to the other nodes. NCCL
takes the first that works locally; on another node that is another one, and the connection never comes.

Source: https://github.com/NVIDIA/nccl/issues/913

Example:
    image: registry.example/train:1
    numNodes: 2
    network: {hostNetwork: true, port: 29713}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    network: {hostNetwork: true, port: 29713, interface: eth0}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING)
def check(program: Program) -> Iterator[Finding]:
    """Look for a node's network without an interface."""
    if program.host_network and program.is_distributed and not program.has_variable("NCCL_SOCKET_IFNAME"):
        message = "NCCL and gloo choose among all interfaces of the node, and may choose differently on each"
        hint = "`network.interface` in a spec, else `NCCL_SOCKET_IFNAME`, with the exact name"
        yield Finding(program.host_network, message, hint)
