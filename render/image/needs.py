"""Requirements of a spec on its image: processors, GPU, libraries of its fabric, programs."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from render.engine.chart import Chart
from render.kube.hardware import Gpu, machines
from render.programs.run import Run
from render.rules.resources._nodes import ARCHITECTURES, PodOfRun, gpus_of_run, wanted_labels, wanted_machines

_OF_LAUNCHERS = {
    "accelerate": ("accelerate",),
    "deepspeed": ("deepspeed", "sshd", "ssh"),
    "horovod": ("horovodrun", "sshd", "ssh"),
    "llamafactory": ("llamafactory-cli",),
    "mpi": ("sshd", "ssh"),
    "ray": ("ray",),
}
"""Programs that the chart's own commands start, by launcher; sh and python3 apart."""


class Fabric(NamedTuple):
    """A row of the chart's `files/preflight/fabrics.json`."""

    name: str
    libraries: Sequence[Sequence[str]]
    """Of each list one must be there."""
    nccl: str | None
    """The first release of NCCL."""
    needs: str
    """The requirement in words."""


def required_architecture(run: Run) -> str | None:
    """Return the architecture of all nodes of a run; None if the spec does not say."""
    machine = machines().get(run.at("network", "machineType") or "")
    if machine is not None:
        return machine.architecture
    pod = PodOfRun(run.at("pod") or {})
    for wanted in wanted_labels(pod):
        if wanted.key in ARCHITECTURES and len(set(wanted.values)) == 1:
            return wanted.values[0]
    found = {one.architecture for one in wanted_machines(pod)}
    return found.pop() if len(found) == 1 else None


def possible_gpus(run: Run) -> Sequence[Gpu]:
    """Return the models of GPUs that the nodes may have; empty if the spec does not say."""
    return gpus_of_run(run) if run.gpus else ()


def required_fabrics(run: Run) -> list[Fabric]:
    """Return the requirements of a spec's fabric, and of NVLink between nodes."""
    name = run.at("network", "fabric")
    linked = run.at("network", "computeDomain", "mode") == "create" or run.at("network", str(name), "computeDomain")
    names = ["infiniband" if name == "roce" else name, *(["nvlink"] if linked else [])]
    return [_rows()[one] for one in names if one in _rows()]


def required_programs(run: Run) -> dict[str, str]:
    """Return the programs that the image must have, each with what starts it."""
    launcher = run.at("launcher") or ""
    found = {name: f"`launcher: {launcher}`" for name in _OF_LAUNCHERS.get(launcher, ()) if _is_own(name, run)}
    several = run.nodes > 1 and not run.is_elastic
    if (several and run.at("preflight", "enabled")) or run.at("smokeTest", "mode") in ("with", "only"):
        found["python3"] = "the preflight check" if several else "the smoke test"
    first = (run.at("command") or [""])[0]
    if re.fullmatch(r"[\w.+-]+", first):
        found.setdefault(first, "`command`")
    return found


def _is_own(name: str, run: Run) -> bool:
    """Return True unless the user's own command takes the place of the launcher's program."""
    return name in ("sshd", "ssh", "ray") or not run.at("command")


@cache
def _rows() -> Mapping[str, Fabric]:
    path = Chart.bundled().path / "files" / "preflight" / "fabrics.json"
    rows: Mapping[str, Any] = json.loads(path.read_bytes())["fabrics"]
    return {name: Fabric(name, row["libraries"], row.get("nccl"), row["needs"]) for name, row in rows.items()}
