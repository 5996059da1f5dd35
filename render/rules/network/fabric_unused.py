"""NET108 fabric-unused: a container has an RDMA device, and NCCL is told not to use it.

The run works, over TCP, at a hundredth of the speed: 3 GB/s where 489 were measured with the device.

Source: https://github.com/NVIDIA/aicr/issues/2683

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          env: [{name: NCCL_IB_DISABLE, value: "1"}]
          resources: {limits: {rdma/hca: 1}}
          securityContext: {capabilities: {add: [IPC_LOCK]}}
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

from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.network._rdma import devices
from render.rules.rule import Finding, rule

_EFA = "vpc.amazonaws.com/efa"
_OFF = {"NCCL_IB_DISABLE": ("1",), "NCCL_NET": ("Socket", "socket")}


@rule(severity=Severity.WARNING)
def check(pod: Pod) -> Iterator[Finding]:
    """Look for variables that turn the device off. EFA is no InfiniBand: there the first one changes nothing."""
    for container in pod.containers:
        device = next(devices(container.data.get("resources", {})), None)
        for index, variable in enumerate(container.data.get("env", ())):
            name, value = variable.get("name", ""), variable.get("value")
            if device is None or value not in _OFF.get(name, ()) or (device == _EFA and name == "NCCL_IB_DISABLE"):
                continue
            message = f"`{name}={value}` makes NCCL use TCP, and the container holds `{device}`"
            yield Finding((*container.path, "env", index, "value"), message, "leave it out")
