"""Devices that a node requests, and runs that are meant for CPUs."""

import re
from itertools import chain

from render.kube.devices import rdma_devices
from render.kube.formats.resources import is_extended
from render.programs.run import Run

_ON_CPUS = re.compile(r"(?i)gloo|(^|[^a-z])(use[-_]?)?cpu([^a-z]|$)|no[-_]cuda|ucc|mpi4py|openmp")


def runs_on_cpus(run: Run) -> bool:
    """Return True if the image, a word of the command or a variable names CPUs or what runs on them."""
    words = [word for key in ("command", "args") for word in run.at(key) or []]
    variables = [f"{name}={word.text}" for name, word in run.program.variables]
    return any(_ON_CPUS.search(text) for text in (run.at("image") or "", *words, *variables))


def requests_devices(run: Run) -> bool:
    """Return True if a node requests a resource of a device plug-in: GPUs of any maker, or network adapters."""
    sides = (run.at("resourcesPerNode", side) or {} for side in ("limits", "requests"))
    return any(map(is_extended, chain(*sides)))


def may_have_fabric(run: Run) -> bool:
    """Return True if a node may use a fabric without `network.fabric`: by devices, claims or the host's network."""
    return bool(
        rdma_devices(run.at("resourcesPerNode") or {})
        or run.at("devices")
        or run.at("pod", "resourceClaims")
        or run.at("network", "hostNetwork")
        or run.at("container", "securityContext", "privileged")
    )
