"""STO102 shared-memory-missing: a container with several GPUs has only the default 64 MiB of shared memory.

NCCL and data loaders exchange data through shared memory. They stop with `No space left on device` or `Bus error` as
soon as a batch is large enough.

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

from render.kube.devices import gpu_count
from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING)
def check(pod: Pod) -> Iterator[Finding]:
    """Report a container with several GPUs and no mount at `/dev/shm`."""
    if pod.spec.get("hostIPC"):
        return
    for container in pod.containers:
        count = gpu_count(container.data.get("resources", {}))
        folders = {mount.get("mountPath", "").rstrip("/") for mount in container.data.get("volumeMounts", ())}
        if container.kind == "containers" and count > 1 and folders.isdisjoint({"/dev", "/dev/shm"}):  # noqa: S108
            message = f"`/dev/shm` has the default size of 64 MiB, too small for {count} GPUs"
            hint = "mount an `emptyDir` with `medium: Memory` at `/dev/shm`; in a spec, set `storage.sharedMemory`"
            yield Finding((*container.path, "resources"), message, hint)
