"""SEC104 program-privileged: the program's container is privileged.

A privileged container is root on its node: it sees all devices, may load kernel modules and can read what other pods
wrote there. Training programs get it for RDMA devices or for locked memory, which the fabric gives without it: the
device by a resource, and the capability `IPC_LOCK`. The Pod Security standards `baseline` and `restricted` reject it.

Source: https://kubernetes.io/docs/concepts/security/pod-security-standards/

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    container: {securityContext: {privileged: true}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    network: {fabric: infiniband, infiniband: {resource: rdma/ib}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_PARTS = {
    "efa": "the EFA devices and their huge pages",
    "gib": "the RDMA networks, their devices and `IPC_LOCK`",
    "infiniband": "the devices of `network.infiniband.resource` and `IPC_LOCK`",
    "roce": "the devices of `network.roce.resource` and `IPC_LOCK`",
    "tcpx": "a daemon with the rights it needs",
    "tcpxo": "a daemon with the rights it needs",
}
"""Parts that a fabric gives a node in place of the privilege."""


@rule(severity=Severity.WARNING, keys=("privileged",))
def check(run: Run) -> Iterator[Finding]:
    """Report `container.securityContext.privileged`."""
    if run.at("container", "securityContext", "privileged"):
        fabric = run.at("network", "fabric") or "none"
        if parts := _PARTS.get(fabric):
            hint = f"remove it: `network.fabric: {fabric}` gives the nodes {parts}"
        else:
            hint = "for RDMA, set `network.fabric`, which gives the nodes its devices and `IPC_LOCK` only"
        message = "the program is root on its nodes, with all of their devices"
        yield Finding(("container", "securityContext", "privileged"), message, hint)
