"""STO101 shared-memory-too-large: `/dev/shm` or another folder in memory may grow beyond the memory limit.

Files in `/dev/shm` and in an `emptyDir` with `medium: Memory` count as memory of the container. Before a program fills
them, the kernel kills it for exceeding its memory limit, and no message mentions the folder.

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
from fractions import Fraction

from render.kube.quantity import amount, format_amount
from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


@rule
def check(run: Run) -> Iterator[Finding]:
    """Compare the size of each folder in memory with the limit, and a warning for all of them together."""
    limit = run.at("resourcesPerNode", "limits", "memory")
    most, total = amount(limit), Fraction(0)
    for path, written in _sizes(run) if most is not None else ():
        size = amount(written)
        if size is None or most is None:
            continue
        total += size
        if size > most:
            what = "of shared memory" if path[1] == "sharedMemory" else "in memory"
            message = f"{written} {what} exceeds the memory limit of {limit}, which includes it"
            yield Finding(path, message, "reduce the size, or raise the limit")
            return
        if total > most:
            message = (
                f"the folders in memory may grow to {format_amount(total, is_size=True)}, beyond the limit of {limit}"
            )
            yield Finding(path, message, "reduce a size, or raise the limit").as_warning
            return


def _sizes(run: Run) -> Iterator[tuple[Path, object]]:
    """Yield the path and the size of `/dev/shm` and of each volume in memory."""
    if run.at("storage", "sharedMemory", "enabled"):
        yield ("storage", "sharedMemory", "sizeLimit"), run.at("storage", "sharedMemory", "sizeLimit")
    for index, volume in enumerate(run.at("storage", "volumes") or []):
        folder = volume.get("emptyDir") or {}
        if folder.get("medium") == "Memory":
            yield ("storage", "volumes", index, "emptyDir", "sizeLimit"), folder.get("sizeLimit")
