"""NET107 memory-not-lockable: a container has an RDMA device, and may not lock memory for it.

RDMA registers memory, which must be locked. Without the capability `IPC_LOCK` the default limit is 64 KiB or 8 MiB, and
NCCL stops with `ibv_reg_mr failed` or falls back to sockets. For a user other than root the capability does nothing:
the node's container runtime must raise the limit (`LimitMEMLOCK`).

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

from render.kube.rdma import devices
from render.manifests.places import Data
from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.chart import is_of_a_spec
from render.rules.rule import Finding, rule

_LIMIT = "`LimitMEMLOCK=infinity` for the container runtime of the nodes"


@rule(severity=Severity.WARNING)
def check(pod: Pod) -> Iterator[Finding]:
    """Look for a device without the capability, or with it for a user that it does not help."""
    for container in pod.containers:
        context = container.data.get("securityContext", {})
        device = min(devices(container.data.get("resources", {})), default=None)
        if device is None or context.get("privileged"):
            continue
        if {"ALL", "CAP_IPC_LOCK", "IPC_LOCK"}.isdisjoint(context.get("capabilities", {}).get("add", ())):
            message = f"`{device}` needs locked memory, and the container may not lock any"
            hint = f"the capability `IPC_LOCK`, or {_LIMIT}"
            yield Finding((*container.path, "resources"), message, hint)
        elif (user := _not_root({**pod.spec.get("securityContext", {}), **context})) and not is_of_a_spec(pod.object):
            message = f"`IPC_LOCK` does nothing for {user}, and `{device}` needs locked memory"
            path = (*container.path, "securityContext", "capabilities")
            yield Finding(path, message, _LIMIT)


def _not_root(context: Data) -> str | None:
    """Return who runs a container, if that is not root."""
    user = context.get("runAsUser")
    if user is None:
        return "the image's user, who is not root" if context.get("runAsNonRoot") else None
    return f"user {user}" if user else None
