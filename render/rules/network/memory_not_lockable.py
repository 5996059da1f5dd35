"""NET107 memory-not-lockable: a container has an RDMA device, but may not lock memory for it.

RDMA registers memory, which must be locked. Without the capability `IPC_LOCK`, the default limit is 64 KiB or 8 MiB,
and NCCL stops with `ibv_reg_mr failed` or falls back to sockets. For a user other than root, the capability has no
effect: the node's container runtime must raise the limit (`LimitMEMLOCK`).

Source: https://github.com/NVIDIA/nccl-tests/issues/206

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          resources: {limits: {rdma/hca: 1}}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          resources: {limits: {rdma/hca: 1}}
          securityContext: {capabilities: {add: [IPC_LOCK]}}
"""

from collections.abc import Iterator

from render.kube.devices import rdma_devices
from render.manifests.paths import Data
from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.chart import is_rendered_by_chart
from render.rules.rule import Finding, rule

_LIMIT = "set `LimitMEMLOCK=infinity` for the container runtime of the nodes"


@rule(severity=Severity.WARNING)
def check(pod: Pod) -> Iterator[Finding]:
    """Report a device without the capability, or with the capability for a user other than root."""
    for container in pod.containers:
        context = container.data.get("securityContext", {})
        device = min(rdma_devices(container.data.get("resources", {})), default=None)
        if device is None or context.get("privileged"):
            continue
        if {"ALL", "CAP_IPC_LOCK", "IPC_LOCK"}.isdisjoint(context.get("capabilities", {}).get("add", ())):
            message = f"`{device}` requires locked memory, but the container may not lock any"
            hint = f"add the capability `IPC_LOCK`, or {_LIMIT}"
            yield Finding((*container.path, "resources"), message, hint)
        elif (user := _not_root({**pod.spec.get("securityContext", {}), **context})) and not is_rendered_by_chart(
            pod.object
        ):
            message = f"`{device}` requires locked memory, but `IPC_LOCK` has no effect for {user}"
            path = (*container.path, "securityContext", "capabilities")
            yield Finding(path, message, _LIMIT)


def _not_root(context: Data) -> str | None:
    """Return a description of the user that runs a container, None if it may be root."""
    user = context.get("runAsUser")
    if user is None:
        return "a user other than root" if context.get("runAsNonRoot") else None
    return f"user {user}" if user else None
