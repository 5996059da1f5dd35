"""NET114 lock-without-device: a container with GPUs may lock memory, but requests no RDMA device.

A training needs `IPC_LOCK` only for RDMA. If the capability is there without the device, one of the two is a mistake:
the run uses TCP, or has a privilege that it doesn't need.

Source: https://github.com/NVIDIA/nccl-tests/issues/206

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          resources: {limits: {nvidia.com/gpu: 8}}
          securityContext: {capabilities: {add: [IPC_LOCK]}}
          volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
      volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          resources: {limits: {nvidia.com/gpu: 8, rdma/hca: 1}}
          securityContext: {capabilities: {add: [IPC_LOCK]}}
          volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
      volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
"""

from collections.abc import Iterator

from render.kube.devices import gpu_count
from render.manifests.pods import Container, Pod
from render.problem import Severity
from render.programs.network import network_devices
from render.rules.rule import Finding, rule

_NAMES = ("CAP_IPC_LOCK", "IPC_LOCK")


@rule(severity=Severity.INFO, keys=("capabilities",))
def check(pod: Pod) -> Iterator[Finding]:
    """Report the capability if a container certainly has no RDMA device."""
    for container in pod.containers:
        added = container.data.get("securityContext", {}).get("capabilities", {}).get("add", ())
        for index, name in enumerate(added if _has_only_gpus(pod, container) else ()):
            if name in _NAMES:
                path = (*container.path, "securityContext", "capabilities", "add", index)
                message = f"`{name}` lets the container lock memory for RDMA, but it requests no RDMA device"
                yield Finding(
                    path, message, "add a device such as `rdma/hca` to its resources, or remove the capability"
                )


def _has_only_gpus(pod: Pod, container: Container) -> bool:
    devices = network_devices(pod, container)
    return devices is not None and not devices and gpu_count(container.data.get("resources", {})) > 0
