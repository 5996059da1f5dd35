"""Facts about this node, as plain values that another node can compare. None: it has none, or they are unknown."""

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
import preflight_image as image
import preflight_versions as versions

Value = Union[None, int, str]
Facts = Dict[str, Value]

PRESENT = "present"
# Characters of a value. A longer one is cut and gets a hash.
LONGEST = 200
RDMA = Path("/dev/infiniband")
SHARED_MEMORY = "/dev/shm"  # noqa: S108 nothing is written
# Variables that libraries expect to be equal on all nodes. Others are up to the program.
COMPARED = re.compile(
    r"(NCCL|GLOO|TORCH|PET|ACCELERATE|HOROVOD|OMPI_MCA)_.*|FORCE_TORCHRUN|MASTER_(ADDR|PORT)|NNODES|WORLD_SIZE"
)
# Variables that differ between nodes on purpose; processes are a separate fact.
OWN = {"PET_NODE_RANK", "PET_NPROC_PER_NODE", "NCCL_HOSTID", "ACCELERATE_MACHINE_RANK"}
SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH", re.IGNORECASE)


@dataclass(frozen=True)
class Report:
    """The facts about one node."""

    host: str
    facts: Facts
    variables: Mapping[str, str]


def seen(environ: Mapping[str, str], checkpoints: str) -> Facts:
    """Return the facts about this node by their display name; `checkpoints` is a folder or empty."""
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
        "libraries of the fabric": image.libraries(environ),
        "NCCL for the fabric": image.nccl(environ),
        "CUDA for the GPU": image.cuda(),
        "interfaces": ", ".join(_interfaces()),
        "interface of NCCL_SOCKET_IFNAME": interface_of_nccl(environ.get("NCCL_SOCKET_IFNAME"), _interfaces()),
        "interface of GLOO_SOCKET_IFNAME": interface_of_gloo(environ.get("GLOO_SOCKET_IFNAME"), _interfaces()),
        "RDMA devices": len(list(RDMA.glob("uverbs*"))),
        "memlock limit": _memlock() if RDMA.is_dir() else None,
        "shared memory": _bytes(SHARED_MEMORY, free=False),
        "free space for checkpoints": _bytes(checkpoints, free=True) if checkpoints else None,
    }
    return {name: short(value) if isinstance(value, str) else value for name, value in facts.items()}


def variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment variables that must be equal, without possible secrets."""
    return {
        name: short(value)
        for name, value in sorted(environ.items())
        if COMPARED.fullmatch(name) and name not in OWN and not SECRET.search(name)
    }


def short(value: str) -> str:
    """Return a value that fits a message and differs if the given one differs."""
    if len(value) <= LONGEST:
        return value
    return (
        f"{value[: LONGEST // 2]}… sha256:{hashlib.sha256(value.encode('utf-8', 'backslashreplace')).hexdigest()[:16]}"
    )


def processes(environ: Mapping[str, str], visible_gpus: int) -> Value:
    """Return the number of processes that the launcher would start here, as torchrun counts them; None if the
    environment does not set it."""
    setting = environ.get("PET_NPROC_PER_NODE") or environ.get("NPROC_PER_NODE")
    if setting is None:
        return None
    if setting == "cpu" or (setting == "auto" and not visible_gpus):
        return os.cpu_count()
    if setting in ("gpu", "auto"):
        return visible_gpus
    return int(setting) if setting.isdigit() else setting


def interface_of_nccl(pattern: str | None, interfaces: list[str]) -> Value:
    """Check the interfaces that NCCL is set to use: prefixes, exact names after `=`, all others after `^`."""
    if not pattern:
        return None
    others = pattern.startswith("^")
    chosen = pattern[1:] if others else pattern
    exact = chosen.startswith("=")
    names = [name for name in chosen.lstrip("=").split(",") if name]
    fits = [any(found == name if exact else found.startswith(name) for name in names) for found in interfaces]
    return PRESENT if any(fit != others for fit in fits) else f"not one of {', '.join(interfaces)}"


def interface_of_gloo(names: str | None, interfaces: list[str]) -> Value:
    """Check the interfaces that gloo is set to use, by exact names."""
    if not names:
        return None
    missing = [name for name in names.split(",") if name not in interfaces]
    return f"{', '.join(missing)} is not one of {', '.join(interfaces)}" if missing else PRESENT


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
    # Object storage mounted as a folder has no size.
    return (found.f_bavail if free else found.f_blocks) * found.f_frsize if found.f_blocks else None
