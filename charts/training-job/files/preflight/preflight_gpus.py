"""The GPUs that a program on this node would see."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Mapping

# nvidia-smi waits for the driver: a minute on a machine with eight GPUs and no persistence daemon.
PATIENCE = 120.0
# How the name of a device begins, beside which CUDA_VISIBLE_DEVICES knows numbers.
NAMED = ("GPU-", "MIG-")


def devices() -> list[str]:
    """Return the model of each device, of each part where a GPU is divided; empty where only the device files tell."""
    try:
        listed = subprocess.run(
            ["nvidia-smi", "-L"],  # noqa: S607 where it is depends on the image
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=True,
        ).stdout.decode("utf-8", "replace")
    except (OSError, subprocess.SubprocessError):
        return ["" for _ in Path("/dev").glob("nvidia[0-9]*")]
    return listed_devices(listed)


def listed_devices(text: str) -> list[str]:
    """Return the devices that `nvidia-smi -L` lists, a divided GPU's parts in its place."""
    found: list[str] = []
    whole: str | None = None
    for line in text.splitlines():
        gpu = re.match(r"GPU \d+: (.*) \(UUID:", line)
        part = re.match(r"\s+MIG (\S+)\s+Device", line)
        if gpu:
            whole = gpu.group(1)
            found.append(whole)
        elif part and whole is not None:
            if found[-1] == whole:
                found.pop()
            found.append(f"{whole} MIG {part.group(1)}")
    return found


def visible(present: int, environ: Mapping[str, str]) -> int:
    """Return how many of the present devices CUDA shows: it stops at the first entry that is none."""
    chosen = environ.get("CUDA_VISIBLE_DEVICES")
    if chosen is None:
        return present
    count = 0
    for entry in chosen.split(","):
        name = entry.strip()
        if not (name.startswith(NAMED) or (name.isdigit() and int(name) < present)):
            break
        count += 1
    return min(count, present)


def selection(value: str | None) -> str | None:
    """Return CUDA_VISIBLE_DEVICES as nodes compare it: names of devices differ on purpose, their number does not."""
    if value is None:
        return None
    entries = [entry.strip() for entry in value.split(",")]
    named = all(entry.startswith(NAMED) for entry in entries)
    return f"{len(entries)} by name" if named else ",".join(entries)
