"""The image's parts for the fabric and the GPU: libraries that NCCL loads, its release, torch's CUDA."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Mapping, Sequence

import preflight_gpus as gpus
import preflight_versions as versions

TABLE = Path(__file__).parent / "fabrics.json"
PRESENT = "present"
# Seconds to load a library: its constructors run, so a process of its own does it.
PATIENCE = 60.0
LOAD = "import ctypes, sys; ctypes.CDLL(sys.argv[1])"


def libraries(environ: Mapping[str, str]) -> str | None:
    """Return whether the libraries of the fabric load, and which do not; None if the fabric needs none of the image."""
    wanted = [names for fabric in fabrics(environ) for names in fabric["libraries"]]
    missing = [names[0] for names in wanted if not any(map(loads, candidates(names, environ)))]
    if missing:
        return "{} can't be loaded".format(" and ".join(missing))
    return PRESENT if wanted else None


def nccl(environ: Mapping[str, str]) -> str | None:
    """Return whether NCCL is new enough for the fabric; None if its release or the requirement is unknown."""
    found = versions.nccl()
    first = max((fabric.get("nccl", "0") for fabric in fabrics(environ)), key=numbers, default="0")
    if found is None or first == "0":
        return None
    return PRESENT if numbers(found) >= numbers(first) else f"{found}, and NVLink between nodes requires {first}"


def cuda() -> str | None:
    """Return whether torch's CUDA has code for the GPU; None if one of them is unknown."""
    built, capability = versions.cuda(), gpus.capability()
    first = table()["cuda"].get(capability)
    if built is None or first is None:
        return None
    is_new = numbers(built) >= numbers(first)
    return PRESENT if is_new else f"{built}, and compute capability {capability} requires {first}"


def fabrics(environ: Mapping[str, str]) -> list[Any]:
    """Return the rows of the fabrics that the environment names."""
    return [
        row
        for row in table()["fabrics"].values()
        if all(environ.get(name) == value for name, value in row["when"].items())
    ]


def candidates(names: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """Return the file names of a library, those of NCCL_NET_PLUGIN first where it is NCCL's plug-in."""
    own = environ.get("NCCL_NET_PLUGIN")
    if not own or not names[0].startswith("libnccl-net"):
        return list(names)
    return [f"libnccl-net-{own}.so", own, *names]


def loads(name: str) -> bool:
    """Return True if the dynamic linker loads a library here, as it would for NCCL."""
    try:
        done = subprocess.run(
            [sys.executable, "-B", "-S", "-c", LOAD, name],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, for comparison."""
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def table() -> Any:
    """Return the table of fabrics and compute capabilities."""
    return json.loads(TABLE.read_text(encoding="utf-8"))
