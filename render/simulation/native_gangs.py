"""Gangs of Kubernetes itself: an alpha feature, which a control plane has to be started with."""

import re
from collections.abc import Sequence
from pathlib import Path

from render.cluster.products import NATIVE
from render.simulation.control_plane import Features
from render.simulation.programs import SimulationError
from render.simulation.submission import Submission
from render.tool import run as run_program

_GATES = {
    36: ("GenericWorkload", "GangScheduling", "TopologyAwareWorkloadScheduling"),
    37: ("GenericWorkload", "TopologyAwareWorkloadScheduling"),
}
"""By minor version of Kubernetes, from the first that has a scheduler for gangs.
Source: https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/"""
_SECONDS = 30.0


def features_for(runs: Sequence[Submission], kube_apiserver: Path) -> Features:
    """Return the features that the PodGroups of runs need. Raises SimulationError, OSError."""
    apis = {version for run in runs for group, version in run.pod_groups if group == NATIVE}
    if not apis:
        return Features()
    printed = run_program([kube_apiserver, "--version"], seconds=_SECONDS).stdout.decode("utf-8", errors="replace")
    found = re.search(r"v1\.(\d+)\.", printed)
    minor = int(found[1]) if found else 0
    if minor < min(_GATES):
        raise SimulationError(f"`{kube_apiserver}` has no gangs: Kubernetes 1.{min(_GATES)} has them, got 1.{minor}")
    gates = _GATES[max(one for one in _GATES if one <= minor)]
    return Features(gates, tuple(sorted(f"{NATIVE}/{version}" for version in apis)))
