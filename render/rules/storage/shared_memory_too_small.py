"""STO114 shared-memory-too-small: `/dev/shm` is too small for the GPUs of a node.

NCCL exchanges data between processes through shared memory, as data loaders do. NVIDIA's documentation asks for 1 GiB.
With less a run stops with `unable to allocate shared memory` or `Bus error`, often only at the first large batch.

Source: https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html#shared-memory

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    storage: {sharedMemory: {sizeLimit: 64Mi}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    storage: {sharedMemory: {sizeLimit: 64Gi}}
"""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_LEAST = 10**9
"""Bytes: `--shm-size=1g` in NCCL's documentation, in either unit."""


@rule(severity=Severity.WARNING, keys=("sizeLimit",))
def check(run: Run) -> Iterator[Finding]:
    """Report a smaller limit for several GPUs."""
    written = run.at("storage", "sharedMemory", "sizeLimit")
    size = amount(written)
    if run.gpus > 1 and run.at("storage", "sharedMemory", "enabled") and size is not None and 2**20 <= size < _LEAST:
        message = f"{written} of `/dev/shm` is too small for {run.gpus} GPUs, whose processes exchange data there"
        yield Finding(("storage", "sharedMemory", "sizeLimit"), message, "remove it, or use 1Gi or more")
