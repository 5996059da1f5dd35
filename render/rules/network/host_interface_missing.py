"""NET105 host-interface-missing: on the host network, NCCL may choose a different interface on each node.

A node has interfaces for its pods, its containers and its storage in addition to the one that connects the nodes. NCCL
takes the first one that works locally. On another node that may be a different one, and the connection is never
established. TPUs are not connected by NCCL, and their pods are not reported.

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
    """Report a host network without a selected interface."""
    if program.has_tpus or not program.is_distributed:
        return
    if program.host_network and not program.has_variable("NCCL_SOCKET_IFNAME"):
        message = "on the host network, NCCL and gloo may choose a different interface on each node"
        hint = "set `NCCL_SOCKET_IFNAME` to the exact name; in a spec, `network.interface`"
        yield Finding(program.host_network, message, hint)
