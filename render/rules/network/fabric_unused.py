"""NET108 fabric-unused: a container has an RDMA device, but NCCL is configured not to use it.

The run works over TCP, at a hundredth of the speed: 3 GB/s instead of the 489 that were measured with the device.

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

from render.kube.devices import EFA
from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_OFF = {"NCCL_IB_DISABLE": ("1",), "NCCL_NET": ("Socket", "socket")}


@rule(severity=Severity.WARNING, keys=tuple(_OFF))
def check(program: Program) -> Iterator[Finding]:
    """Report variables that disable the device. EFA is not InfiniBand: `NCCL_IB_DISABLE` has no effect there."""
    device = min(program.devices or (), default=None)
    for name, word in program.values_of(*_OFF) if device is not None else ():
        if word.text in _OFF[name] and not (device == EFA and name == "NCCL_IB_DISABLE"):
            message = f"`{name}={word.text}` makes NCCL use TCP, but the container has `{device}`"
            yield Finding(word.path, message, "remove it")
