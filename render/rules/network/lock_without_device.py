"""NET114 lock-without-device: a container with GPUs may lock memory, and has no device to lock it for.

RDMA is what a training needs `IPC_LOCK` for. With the capability and without the device, one of the two was forgotten:
the run goes over TCP, or has a privilege that it does not need.

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

from render.kube.gpus import gpus
from render.manifests.pods import Container, Pod
from render.problem import Severity
from render.programs.network import network_devices
from render.rules.rule import Finding, rule

_NAMES = ("CAP_IPC_LOCK", "IPC_LOCK")


@rule(severity=Severity.INFO, keys=("capabilities",))
def check(pod: Pod) -> Iterator[Finding]:
    """Look for the capability where a container certainly has no RDMA device."""
    for container in pod.containers:
        added = container.data.get("securityContext", {}).get("capabilities", {}).get("add", ())
        for index, name in enumerate(added if _has_gpus_alone(pod, container) else ()):
            if name in _NAMES:
                path = (*container.path, "securityContext", "capabilities", "add", index)
                message = f"`{name}` lets the container lock memory, and it asks for no RDMA device to lock it for"
                yield Finding(path, message, "a device such as `rdma/hca` among its resources, or leave it out")


def _has_gpus_alone(pod: Pod, container: Container) -> bool:
    devices = network_devices(pod, container)
    return devices is not None and not devices and gpus(container.data.get("resources", {})) > 0
