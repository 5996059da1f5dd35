"""What this node sees, as plain values that another node can compare. None: it has none, or cannot tell."""

from __future__ import annotations

import hashlib
import os
import re
import resource
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Mapping, Union

import preflight_gpus as gpus
import preflight_versions as versions

Value = Union[None, int, str]
Facts = Dict[str, Value]

PRESENT = "present"
# Characters of a value. A longer one is cut, and what tells it from others is its hash.
LONGEST = 200
RDMA = Path("/dev/infiniband")
SHARED_MEMORY = "/dev/shm"  # noqa: S108 nothing is written
# Variables that the libraries read alike on all nodes. The rest of the environment is the program's own business.
COMPARED = re.compile(
    r"(NCCL|GLOO|TORCH|PET|ACCELERATE|HOROVOD|OMPI_MCA)_.*|FORCE_TORCHRUN|MASTER_(ADDR|PORT)|NNODES|WORLD_SIZE"
)
# What tells nodes apart, and so is different on purpose; processes are a fact of their own.
OWN = {"PET_NODE_RANK", "PET_NPROC_PER_NODE", "NCCL_HOSTID", "ACCELERATE_MACHINE_RANK"}
SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH", re.IGNORECASE)


@dataclass(frozen=True)
class Report:
    """What one node sees."""

    host: str
    facts: Facts
    variables: Mapping[str, str]


def seen(environ: Mapping[str, str], checkpoints: str) -> Facts:
    """Return the facts about this node, by the name that people read; `checkpoints` is a folder or empty."""
    present = gpus.devices()
    visible = gpus.visible(len(present), environ)
    facts: Facts = {
        "processes": processes(environ, visible),
        "GPUs": visible,
        "CUDA_VISIBLE_DEVICES": gpus.selection(environ.get("CUDA_VISIBLE_DEVICES")),
        "NVIDIA_VISIBLE_DEVICES": environ.get("NVIDIA_VISIBLE_DEVICES"),
        "GPU model": ", ".join(sorted(set(present) - {""})) or None,
        "driver": versions.driver(),
        "Python": versions.python(),
        "torch": versions.torch(),
        "NCCL": versions.nccl(),
        "interfaces": ", ".join(_interfaces()),
        "interface of NCCL_SOCKET_IFNAME": asked_by_nccl(environ.get("NCCL_SOCKET_IFNAME"), _interfaces()),
        "interface of GLOO_SOCKET_IFNAME": asked_by_gloo(environ.get("GLOO_SOCKET_IFNAME"), _interfaces()),
        "RDMA devices": len(list(RDMA.glob("uverbs*"))),
        "memlock limit": _memlock() if RDMA.is_dir() else None,
        "shared memory": _bytes(SHARED_MEMORY, free=False),
        "free space for checkpoints": _bytes(checkpoints, free=True) if checkpoints else None,
    }
    return {name: short(value) if isinstance(value, str) else value for name, value in facts.items()}


def variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment variables that must be equal, without what may be secret."""
    return {
        name: short(value)
        for name, value in sorted(environ.items())
        if COMPARED.fullmatch(name) and name not in OWN and not SECRET.search(name)
    }


def short(value: str) -> str:
    """Return a value that differs where the given one does, and is not longer than a message may hold."""
    if len(value) <= LONGEST:
        return value
    return (
        f"{value[: LONGEST // 2]}… sha256:{hashlib.sha256(value.encode('utf-8', 'backslashreplace')).hexdigest()[:16]}"
    )


def processes(environ: Mapping[str, str], visible_gpus: int) -> Value:
    """Return the number of processes that the launcher would start here, as torchrun counts them; None where it is not
    told by the environment."""
    asked = environ.get("PET_NPROC_PER_NODE") or environ.get("NPROC_PER_NODE")
    if asked is None:
        return None
    if asked == "cpu" or (asked == "auto" and not visible_gpus):
        return os.cpu_count()
    if asked in ("gpu", "auto"):
        return visible_gpus
    return int(asked) if asked.isdigit() else asked


def asked_by_nccl(pattern: str | None, interfaces: list[str]) -> Value:
    """Return whether the interface is there that NCCL is told to take: prefixes, `=` exact names, `^` all others."""
    if not pattern:
        return None
    others = pattern.startswith("^")
    chosen = pattern[1:] if others else pattern
    exact = chosen.startswith("=")
    names = [name for name in chosen.lstrip("=").split(",") if name]
    fits = [any(found == name if exact else found.startswith(name) for name in names) for found in interfaces]
    return PRESENT if any(fit != others for fit in fits) else f"none of {', '.join(interfaces)}"


def asked_by_gloo(names: str | None, interfaces: list[str]) -> Value:
    """Return whether the interfaces are there that gloo is told to take; it knows exact names only."""
    if not names:
        return None
    missing = [name for name in names.split(",") if name not in interfaces]
    return f"{', '.join(missing)} is none of {', '.join(interfaces)}" if missing else PRESENT


def _interfaces() -> list[str]:
    return sorted(name for _, name in socket.if_nameindex())


def _memlock() -> str:
    soft, _ = resource.getrlimit(resource.RLIMIT_MEMLOCK)
    return "unlimited" if soft == resource.RLIM_INFINITY else f"{soft // 1024} KiB"


def _bytes(folder: str, *, free: bool) -> Value:
    try:
        found = os.statvfs(folder)
    except OSError:
        return None
    # Object storage that is mounted as a folder has no size.
    return (found.f_bavail if free else found.f_blocks) * found.f_frsize if found.f_blocks else None
