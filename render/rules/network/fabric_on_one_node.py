"""NET118 fabric-on-one-node: a run of one node asks for the network between nodes.

Within a node NCCL uses NVLink or the PCI bus. The devices are held for nothing, and a node without them, which would
do, is not taken.

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


@rule(severity=Severity.INFO)
def check(run: Run) -> Iterator[Finding]:
    """Look for a fabric where there is no other node."""
    fabric = run.at("network", "fabric") or "none"
    if run.nodes == 1 and fabric not in ("none", "sockets"):
        message = f"`{fabric}` leads to other nodes, and this run has one"
        yield Finding(("network", "fabric"), message, "leave it out, or more nodes")
