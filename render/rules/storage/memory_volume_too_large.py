"""STO205 memory-volume-too-large: an in-memory volume may grow beyond the memory limit of its container.

Files in such a volume count as memory of the container. Before a program fills the volume, the kernel kills it for
exceeding its memory limit, and no message mentions the volume.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#emptydir

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          resources: {limits: {memory: 32Gi}}
          volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
      volumes: [{name: shared-memory, emptyDir: {medium: Memory, sizeLimit: 64Gi}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          resources: {limits: {memory: 128Gi}}
          volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
      volumes: [{name: shared-memory, emptyDir: {medium: Memory, sizeLimit: 64Gi}}]
"""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.chart import is_rendered_by_chart
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("sizeLimit",))
def check(pod: Pod) -> Iterator[Finding]:
    """Compare the size with the limit of each container that mounts the volume."""
    for path, volume in list_items(pod.spec_path, pod.spec, "volumes") if not is_rendered_by_chart(pod.object) else ():
        folder = volume.get("emptyDir", {})
        written = folder.get("sizeLimit") if folder.get("medium") == "Memory" else None
        for limit in _limits(pod, volume.get("name", "")) if written is not None else ():
            size, most = amount(written), amount(limit)
            if size is not None and most is not None and size > most:
                message = f"{written} in memory exceeds the container's memory limit of {limit}, which includes it"
                yield Finding((*path, "emptyDir", "sizeLimit"), message, "reduce the size, or raise the limit")
                break


def _limits(pod: Pod, volume: str) -> Iterator[object]:
    """Yield the memory limits of the containers that mount a volume."""
    for container in pod.containers:
        if any(mount.get("name") == volume for mount in container.data.get("volumeMounts", ())):
            yield container.data.get("resources", {}).get("limits", {}).get("memory")
