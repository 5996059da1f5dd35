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
from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Look for a node's network without an interface."""
    if run.nodes < 2 or not run.at("network", "hostNetwork") or run.at("network", "interface"):
        return
    if not any(name == "NCCL_SOCKET_IFNAME" for name, _ in run.program.variables):
        message = "NCCL and gloo choose among all interfaces of the node, and may choose differently on each"
        yield Finding(("network", "hostNetwork"), message, "`network.interface`, by its exact name")
