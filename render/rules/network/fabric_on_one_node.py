"""NET118 fabric-on-one-node: a run with one node requests the network between nodes.

Within a node, NCCL uses NVLink or the PCI bus. The run reserves the devices without using them, and can't run on a node
without them.

Source: https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-p2p-level

Example:
    image: registry.example/train:1
    numNodes: 1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    network: {fabric: infiniband}
Use instead:
    image: registry.example/train:1
    numNodes: 1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_FABRICS = ("efa", "gib", "infiniband", "roce", "tcpx", "tcpxo")


@rule(severity=Severity.INFO, keys=_FABRICS)
def check(run: Run) -> Iterator[Finding]:
    """Report a fabric if there is no other node."""
    fabric = run.at("network", "fabric") or "none"
    if run.nodes == 1 and fabric in _FABRICS:
        message = f"`{fabric}` connects nodes, but this run has only one"
        yield Finding(("network", "fabric"), message, "remove the fabric, or add nodes")
