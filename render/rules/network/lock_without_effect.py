"""NET117 lock-without-effect: a run that isn't root can't lock memory for RDMA.

The chart adds the capability `IPC_LOCK` to nodes on such a fabric. It has no effect for users other than root: unless
the container runtime of the nodes raises the limit (`LimitMEMLOCK`), NCCL stops with `ibv_reg_mr failed` or falls back
to TCP. If it does, add `# render: ignore[NET117]` to the line.

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
"""Fabrics for which the chart adds the capability. A test compares the list with the chart."""


@rule(keys=LOCKING)
def check(run: Run) -> Iterator[Finding]:
    """Report a user other than root if the fabric locks memory."""
    context, fabric = run.at("pod", "securityContext") or {}, run.at("network", "fabric")
    field = "runAsUser" if context.get("runAsUser") else "runAsNonRoot"
    if fabric in LOCKING and context.get(field) and context.get("runAsUser") != 0:
        message = f"`network.fabric: {fabric}` locks memory, but `IPC_LOCK` has no effect for a user other than root"
        hint = (
            "run as root, or set `LimitMEMLOCK=infinity` for the nodes' container runtime and add `# render: "
            "ignore[NET117]`"
        )
        yield Finding(("pod", "securityContext", field), message, hint)
