"""The plug-in coscheduling of scheduler-plugins, in a scheduler of its own."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from render.cluster.products import COSCHEDULING
from render.simulation.control_plane import scheduler_configuration
from render.simulation.installation import Installation
from render.simulation.programs import free_ports
from render.simulation.submission import Submission
from render.snapshot.view import SnapshotView

PROGRAMS: tuple[str, ...] = ("scheduler", "controller")
_PLUGINS = {
    "multiPoint": {"enabled": [{"name": "Coscheduling"}]},
    "queueSort": {"enabled": [{"name": "Coscheduling"}], "disabled": [{"name": "*"}]},
}


def uses(run: Submission) -> bool:
    """Return True for a run with a PodGroup of scheduler-plugins."""
    return any(group == COSCHEDULING for group, _ in run.pod_groups)


def cluster_objects(view: SnapshotView) -> Iterator[Mapping[str, Any]]:  # noqa: ARG001
    """Yield nothing: a gang of coscheduling has no queue."""
    return iter(())


def start(installation: Installation, runs: Sequence[Submission]) -> Callable[[], int]:
    """Start its scheduler, and its controller of PodGroups."""
    metrics, probe, port = free_ports(3)
    names = sorted({name for run in runs for name in run.schedulers})
    profiles = [{"schedulerName": name, "plugins": _PLUGINS} for name in names]
    plane = installation.plane
    file = installation.write("scheduler.json", {**scheduler_configuration(plane.kubeconfig), "profiles": profiles})
    installation.create_definitions()
    probes = (f"--metricsAddr=127.0.0.1:{metrics}", f"--probeAddr=127.0.0.1:{probe}")
    installation.start("controller", "--enableLeaderElection=false", *probes)
    installation.start("scheduler", f"--config={file}", *plane.scheduler_options(port))
    installation.wait_for_port(port)
    return lambda: plane.pending_pods(port)
