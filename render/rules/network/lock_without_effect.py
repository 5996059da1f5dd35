"""NET117 lock-without-effect: a run that is not root's is to lock memory for RDMA.

The chart gives nodes on such a fabric the capability `IPC_LOCK`. For a user other than root it does nothing: unless the
container runtime of the nodes raises the limit (`LimitMEMLOCK`), NCCL stops with `ibv_reg_mr failed` or falls back to
TCP. Where it does, `# render: ignore[NET117]` on the line says so.

Source: https://github.com/NVIDIA/nccl-tests/issues/206

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    network: {fabric: infiniband}
    pod: {securityContext: {runAsUser: 1000}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    network: {fabric: infiniband}
"""

from collections.abc import Iterator

from render.programs.run import Run
from render.rules.rule import Finding, rule

LOCKING = ("efa", "infiniband", "roce", "tcpx")
"""Fabrics over which the chart adds the capability; a test compares them."""


@rule
def check(run: Run) -> Iterator[Finding]:
    """Look for another user than root where memory must be locked."""
    context, fabric = run.at("pod", "securityContext") or {}, run.at("network", "fabric")
    field = "runAsUser" if context.get("runAsUser") else "runAsNonRoot"
    if fabric in LOCKING and context.get(field) and context.get("runAsUser") != 0:
        message = f"`network.fabric: {fabric}` locks memory, and `IPC_LOCK` does nothing for a user other than root"
        hint = "root, or `LimitMEMLOCK=infinity` for the container runtime of the nodes and `# render: ignore[NET117]`"
        yield Finding(("pod", "securityContext", field), message, hint)
