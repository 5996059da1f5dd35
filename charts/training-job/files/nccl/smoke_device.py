"""The device of this process: its GPU, or the machine's CPUs and memory."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smoke_clock import Clock, CpuClock, CudaClock
from smoke_hello import Hello
from smoke_plan import MisconfiguredError, Place, Plan

# The name of the Kubernetes node, from the downward API.
NODE_NAME = "RENDER_NODE_NAME"
# The share of free memory that the buffers may use: NCCL, gloo and the comparison need memory, too.
PART = {"nccl": 0.8, "gloo": 0.25}
LIMITS = (
    (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")),
    (Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"), Path("/sys/fs/cgroup/memory/memory.usage_in_bytes")),
)


@dataclass(frozen=True)
class Device:
    """A device in torch's words, and the backend for it."""

    backend: str
    name: str

    def clock(self) -> Clock:
        """Return the clock of the device."""
        import torch

        return CudaClock(lambda: torch.cuda.Event(enable_timing=True)) if self.backend == "nccl" else CpuClock()


def choose(plan: Plan, place: Place) -> Device:
    """Return the device of this process, and make it torch's current one. Raises MisconfiguredError."""
    import torch

    torch.set_num_threads(1)
    gpus = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if plan.backend == "auto" and plan.gpu and not gpus:
        raise MisconfiguredError(f"--gpu {plan.gpu} is set, but torch finds no GPU on {socket.gethostname()}")
    if plan.backend == "gloo" or (plan.backend == "auto" and not gpus):
        return Device("gloo", "cpu")
    # Some launchers show each process its own GPU only.
    index = 0 if gpus == 1 and (place.procs or plan.procs or 1) > 1 and place.local else place.local
    if index >= gpus:
        raise MisconfiguredError(f"local rank {place.local} has no GPU on {socket.gethostname()}: torch finds {gpus}")
    torch.cuda.set_device(index)
    return Device("nccl", f"cuda:{index}")


def hello(plan: Plan, place: Place, device: Device) -> Hello:
    """Return the description of this process for the others."""
    import torch

    is_gpu = device.backend == "nccl"
    nccl: Any | None = torch.cuda.nccl.version() if is_gpu else None
    known: Any = torch.cuda.get_device_properties(device.name) if is_gpu else None
    uuid = getattr(known, "uuid", None)
    return Hello(
        host=socket.gethostname(),
        machine=os.environ.get(NODE_NAME, ""),
        node=place.node,
        procs=place.procs or plan.procs,
        backend=device.backend,
        gpu=known.name if known else None,
        device=str(uuid) if uuid else None,
        room=int(_free(device, place.procs or plan.procs or 1) * PART[device.backend]),
        torch=torch.__version__,
        nccl=".".join(map(str, nccl)) if isinstance(nccl, tuple) else None,
        options=plan.options(),
    )


def _free(device: Device, processes: int) -> int:
    """Return the bytes that are free for this process; `processes` share the machine's."""
    if device.backend == "nccl":
        import torch

        return int(torch.cuda.mem_get_info()[0])
    known = dict(line.split(":") for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines())
    free = int(known["MemAvailable"].split()[0]) * 1024
    for limit, used in LIMITS:
        if limit.is_file() and limit.read_text(encoding="ascii").strip().isdigit():
            free = min(free, int(limit.read_text(encoding="ascii")) - int(used.read_text(encoding="ascii")))
    return max(0, free) // processes
