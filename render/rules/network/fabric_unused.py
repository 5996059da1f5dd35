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

from render.kube.rdma import EFA
from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_OFF = {"NCCL_IB_DISABLE": ("1",), "NCCL_NET": ("Socket", "socket")}


@rule(severity=Severity.WARNING, keys=tuple(_OFF))
def check(program: Program) -> Iterator[Finding]:
    """Look for variables that turn the device off. EFA is no InfiniBand: there the first one changes nothing."""
    device = min(program.devices or (), default=None)
    for name, word in program.values_of(*_OFF) if device is not None else ():
        if word.text in _OFF[name] and not (device == EFA and name == "NCCL_IB_DISABLE"):
            message = f"`{name}={word.text}` makes NCCL use TCP, and the container holds `{device}`"
            yield Finding(word.path, message, "leave it out")
