"""STO101 shared-memory-too-large: `/dev/shm` may grow beyond the memory limit.

Files in `/dev/shm` count as memory of the container. Before a program fills it, the kernel kills it for exceeding its
memory limit, and no message mentions the shared memory.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#emptydir

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {memory: 32Gi}}
    storage: {sharedMemory: {sizeLimit: 64Gi}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {memory: 128Gi}}
    storage: {sharedMemory: {sizeLimit: 64Gi}}
"""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule
def check(run: Run) -> Iterator[Finding]:
    """Compare the size with the limit."""
    written, limit = run.at("storage", "sharedMemory", "sizeLimit"), run.at("resourcesPerNode", "limits", "memory")
    size, most = amount(written), amount(limit)
    if run.at("storage", "sharedMemory", "enabled") and size is not None and most is not None and size > most:
        message = f"{written} of shared memory exceeds the memory limit of {limit}, which includes it"
        yield Finding(("storage", "sharedMemory", "sizeLimit"), message, "reduce the size, or raise the limit")
