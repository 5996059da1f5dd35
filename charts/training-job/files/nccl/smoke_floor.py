"""Floor and ceiling of the busbw: set by the user, or from the table in busbw.json."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping

TABLE = Path(__file__).parent / "busbw.json"
# The table's names by the drivers' names. Cards of the same family without NVLink are left out.
DEVICES = {
    "NVIDIA A100-SXM4-40GB": "A100",
    "NVIDIA A100-SXM4-80GB": "A100",
    "NVIDIA B200": "B200",
    "NVIDIA GB200": "GB200",
    "NVIDIA GB300": "GB300",
    "NVIDIA H100 80GB HBM3": "H100",
    "NVIDIA H100 NVL": "H100 NVL",
    "NVIDIA H200": "H200",
    "AMD Instinct MI300X": "MI300X",
}


@dataclass(frozen=True)
class Limits:
    """Floor and ceiling in GB/s, and their source; None if unknown."""

    floor: float | None
    ceiling: float | None
    source: str


def table() -> Any:
    """Return the rows of the table."""
    return json.loads(TABLE.read_text(encoding="utf-8"))["rows"]


def known(gpu: str | None, fabric: str, nodes: int, procs: int, algorithm: str) -> Limits:
    """Return the limits of the table; `gpu` is the table's or the driver's name."""
    wanted: dict[str, object] = {
        "gpu": DEVICES.get(gpu or "", gpu),
        "fabric": fabric if nodes > 1 else "none",
        "nodes": nodes,
        "procs": procs,
        "algorithm": algorithm,
    }
    for row in table():
        if all(row[key] == value for key, value in wanted.items()):
            return Limits(row["floor"], row["ceiling"], row["source"])
    what = f"{wanted['gpu']} x {procs} on {nodes} node{'s'[: nodes - 1]}" if gpu else "CPUs"
    over = f" over {fabric}" if gpu and nodes > 1 else ""
    return Limits(None, None, f"no floor is known for {what}{over}")


def algorithm(environ: Mapping[str, str]) -> str:
    """Return the algorithm that the environment sets for NCCL, `auto` if NCCL chooses."""
    setting = environ.get("NCCL_ALGO", "")
    return setting.capitalize() if setting else "auto"
