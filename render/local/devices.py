"""GPUs of this machine, divided among the nodes."""

import os
from collections.abc import Sequence

from render import tool

VARIABLE = "CUDA_VISIBLE_DEVICES"


def here() -> tuple[str, ...]:
    """Return the GPUs of this machine, or those that the caller has chosen, as the variable names them."""
    chosen = os.environ.get(VARIABLE)
    if chosen is not None:
        return tuple(name.strip() for name in chosen.split(",") if name.strip())
    program = tool.find("nvidia-smi")
    if program is None:
        return ()
    done = tool.run([program, "--query-gpu=index", "--format=csv,noheader"])
    return tuple(done.stdout.decode().split()) if done.returncode == 0 else ()


def shares(devices: Sequence[str], wanted: Sequence[int]) -> list[tuple[str, ...]]:
    """Return each node's GPUs: as many as it wants where there are enough, else as many for each that wants any."""
    most = len(devices) // max(1, sum(count > 0 for count in wanted))
    counts = list(wanted) if sum(wanted) <= len(devices) else [min(count, most) for count in wanted]
    starts = [sum(counts[:position]) for position in range(len(counts))]
    return [tuple(devices[start : start + count]) for start, count in zip(starts, counts, strict=True)]


def visible(share: Sequence[str], asked: str | None) -> str:
    """Return what a node's program sees of its GPUs; `asked` is the variable in the manifest, which counts from 0."""
    if asked is None:
        return ",".join(share)
    numbers = [name.strip() for name in asked.split(",")]
    return ",".join(share[int(name)] for name in numbers if name.isdecimal() and int(name) < len(share))
