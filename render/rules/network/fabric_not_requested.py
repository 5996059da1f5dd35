"""NET112 fabric-not-requested: variables configure a fabric, but the container requests no device of it.

Without the device, NCCL finds no such network. It stops, or falls back to TCP with one line in its log: 3 GB/s instead
of the 489 that were measured.

Source: https://github.com/NVIDIA/aicr/issues/2683

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              parallelism: 2
              completions: 2
              template:
                spec:
                  containers:
                    - name: node
                      image: registry.example/train:1
                      env: [{name: FI_PROVIDER, value: efa}]
                      resources: {limits: {nvidia.com/gpu: 8}}
                      volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
                  volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              parallelism: 2
              completions: 2
              template:
                spec:
                  containers:
                    - name: node
                      image: registry.example/train:1
                      env: [{name: FI_PROVIDER, value: efa}]
                      resources: {limits: {nvidia.com/gpu: 8, vpc.amazonaws.com/efa: 32}}
                      securityContext: {capabilities: {add: [IPC_LOCK]}}
                      volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
                  volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
"""

from collections.abc import Iterator

from render.kube.devices import EFA
from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_RDMA = "a device such as `rdma/hca`"
_SIGNS = {("FI_PROVIDER", "efa"): f"`{EFA}`", ("NCCL_NET", "IB"): _RDMA}


@rule(severity=Severity.WARNING, keys=("FI_PROVIDER", "NCCL_IB_HCA", "NCCL_NET"))
def check(program: Program) -> Iterator[Finding]:
    """Report a container with GPUs and without the network devices that its variables select."""
    if program.devices is None or program.devices or not program.gpus or not program.is_distributed:
        return
    for name, word in program.values_of("FI_PROVIDER", "NCCL_IB_HCA", "NCCL_NET"):
        device = _RDMA if name == "NCCL_IB_HCA" and word.text else _SIGNS.get((name, word.text))
        if device is not None:
            message = f"`{name}` is `{word.text}`, but the container requests no such device: NCCL stops, or uses TCP"
            yield Finding(word.path, message, f"add {device} to its resources")
