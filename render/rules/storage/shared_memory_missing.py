"""STO102 shared-memory-missing: several GPUs, and the 64 MiB of shared memory that a container has by default.

NCCL and data loaders exchange data there. They stop with `No space left on device` or `Bus error` as soon as a batch is
large enough.

Source: https://github.com/pytorch/pytorch/issues/16979

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          resources: {limits: {nvidia.com/gpu: 8}}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          resources: {limits: {nvidia.com/gpu: 8}}
          volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
      volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
"""

from collections.abc import Iterator

from render.kube.gpus import gpus
from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING)
def check(pod: Pod) -> Iterator[Finding]:
    """Look for a container with several GPUs and nothing mounted at `/dev/shm`."""
    if pod.spec.get("hostIPC"):
        return
    for container in pod.containers:
        count = gpus(container.data.get("resources", {}))
        folders = {mount.get("mountPath", "").rstrip("/") for mount in container.data.get("volumeMounts", ())}
        if container.kind == "containers" and count > 1 and folders.isdisjoint({"/dev", "/dev/shm"}):  # noqa: S108
            message = f"{count} GPUs, and `/dev/shm` has the default size of 64 MiB"
            hint = "`storage.sharedMemory` in a spec, else an `emptyDir` with `medium: Memory` at `/dev/shm`"
            yield Finding((*container.path, "resources"), message, hint)
