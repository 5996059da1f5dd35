"""GPUs of this machine and their distribution to the nodes."""

import os
from collections.abc import Sequence

from render import tool

VISIBLE_DEVICES = "CUDA_VISIBLE_DEVICES"


def find_gpus() -> tuple[str, ...]:
    """Return the GPUs of the caller's `CUDA_VISIBLE_DEVICES` if it is set, else the indexes that `nvidia-smi` lists."""
    chosen = os.environ.get(VISIBLE_DEVICES)
    if chosen is not None:
        return tuple(name.strip() for name in chosen.split(",") if name.strip())
    program = tool.find_program("nvidia-smi")
    if program is None:
        return ()
    done = tool.run([program, "--query-gpu=index", "--format=csv,noheader"])
    return tuple(done.stdout.decode().split()) if done.returncode == 0 else ()


def share_gpus(devices: Sequence[str], wanted: Sequence[int]) -> list[tuple[str, ...]]:
    """Return each node's GPUs: as many as wanted if there are enough, else at most an equal share per node."""
    most = len(devices) // max(1, sum(count > 0 for count in wanted))
    counts = list(wanted) if sum(wanted) <= len(devices) else [min(count, most) for count in wanted]
    starts = [sum(counts[:position]) for position in range(len(counts))]
    return [tuple(devices[start : start + count]) for start, count in zip(starts, counts, strict=True)]


def visible_gpus(share: Sequence[str], setting: str | None) -> str:
    """Return `CUDA_VISIBLE_DEVICES` of a node. `setting` is its value in the manifest: indexes of the share, from 0."""
    if setting is None:
        return ",".join(share)
    numbers = [name.strip() for name in setting.split(",")]
    return ",".join(share[int(name)] for name in numbers if name.isdecimal() and int(name) < len(share))
