"""The GPUs that a program on this node would see."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Mapping

# nvidia-smi waits for the driver: a minute on a machine with eight GPUs and no persistence daemon.
PATIENCE = 120.0
# Prefixes of device names in CUDA_VISIBLE_DEVICES; its other entries are numbers.
NAMED = ("GPU-", "MIG-")


def devices() -> list[str]:
    """Return the model of each device, or of each part of a divided GPU; empty if only the device files are known."""
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


def capability() -> str | None:
    """Return the compute capability of the first device; None if the driver does not say."""
    try:
        printed = subprocess.run(
            ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"],  # noqa: S607 see above
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=True,
        ).stdout.decode("utf-8", "replace")
    except (OSError, subprocess.SubprocessError):
        return None
    words = printed.split()
    return words[0] if words else None


def listed_devices(text: str) -> list[str]:
    """Return the devices that `nvidia-smi -L` lists; the parts of a divided GPU instead of the GPU."""
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
    """Return the number of devices that CUDA shows: it stops at the first invalid entry."""
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
    """Return CUDA_VISIBLE_DEVICES for comparison: names of devices differ between nodes, their number doesn't."""
    if value is None:
        return None
    entries = [entry.strip() for entry in value.split(",")]
    named = all(entry.startswith(NAMED) for entry in entries)
    return f"{len(entries)} by name" if named else ",".join(entries)
