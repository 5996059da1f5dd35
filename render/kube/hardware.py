"""Machines of clouds and models of GPUs, from the chart's `files/machines.json` and from gpus.json."""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from render.engine.chart import Chart

_EFA = "efa"


class MachineType(NamedTuple):
    """A machine type of a cloud."""

    name: str
    gpu: str
    """Model of its GPUs, or of its other accelerators."""
    gpus: int
    cpus: int
    memory: int
    """In GiB."""
    architecture: str
    """As in the label `kubernetes.io/arch`."""
    efa: int | None
    """EFA devices; None if unknown."""
    network: int | None
    """Bandwidth of its network cards between GPUs of several nodes, in Gbit/s; None if unknown."""
    fabric: str | None
    """Its fabric, as in `network.fabric`; None if it has none."""
    domain: int | None
    """GPUs of several nodes that NVLink connects; None if it connects those of one node only."""


class Gpu(NamedTuple):
    """A model of GPUs."""

    name: str
    capability: str
    """Compute capability."""
    first: str
    """The first CUDA whose programs run on it."""
    named: str
    """The first CUDA that names it: earlier ones run code for an older model."""
    last: str | None
    """The last CUDA that supports it; None if all do."""
    most: int | None
    """The most of them in any machine; None if that differs."""


@cache
def machines() -> Mapping[str, MachineType]:
    """Return the known machines by the value of `node.kubernetes.io/instance-type`."""
    path = Chart.bundled().path / "files" / "machines.json"
    return {name: _machine(name, row) for name, row in json.loads(path.read_bytes()).items()}


@cache
def gpus() -> Mapping[str, Gpu]:
    """Return the known models of NVIDIA's GPUs by name."""
    rows = json.loads(Path(__file__).with_name("gpus.json").read_bytes())
    return {name: _gpu(name, row) for name, row in rows.items() if name != "$comment"}


def gpu_in(text: str) -> Gpu | None:
    """Return the model that a label's value names, such as `NVIDIA-H100-80GB-HBM3`; None if it names none."""
    words = set(re.split(r"[^a-z0-9]+", text.lower()))
    found = [gpu for gpu in gpus().values() if words.issuperset(gpu.name.lower().split())]
    return max(found, key=lambda gpu: len(gpu.name), default=None)


def _machine(name: str, row: Mapping[str, str | int]) -> MachineType:
    cloud = row.get("devices") if row.get("fabric") == _EFA else row.get("efa")
    efa = 0 if cloud is None and "." not in name else cloud
    return MachineType(
        name=name,
        gpu=str(row["gpu"]),
        gpus=int(row["gpus"]),
        cpus=int(row["cpus"]),
        memory=int(row["memory"]),
        architecture=str(row.get("arch", "amd64")),
        efa=None if efa is None else int(efa),
        network=int(row["network"]) if "network" in row else None,
        fabric=str(row["fabric"]) if "fabric" in row else None,
        domain=int(row["domain"]) if "domain" in row else None,
    )


def _gpu(name: str, row: Mapping[str, str | int]) -> Gpu:
    first, last, most = str(row["first"]), row.get("last"), row.get("most")
    return Gpu(
        name=name,
        capability=str(row["capability"]),
        first=first,
        named=str(row.get("named", first)),
        last=None if last is None else str(last),
        most=None if most is None else int(most),
    )
