"""JobSet, with its webhooks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from render.simulation.installation import Installation, manager_configuration
from render.simulation.programs import free_ports
from render.simulation.submission import Submission
from render.snapshot.view import SnapshotView

PROGRAMS: tuple[str, ...] = ("jobset",)
_GROUPS = frozenset({"jobset.x-k8s.io", "batch", ""})


def uses(run: Submission) -> bool:  # noqa: ARG001
    """Return True: every run is a JobSet."""
    return True


def cluster_objects(view: SnapshotView) -> Iterator[Mapping[str, Any]]:  # noqa: ARG001
    """Yield nothing: JobSet reads runs only."""
    return iter(())


def start(installation: Installation, runs: Sequence[Submission]) -> Callable[[], int]:  # noqa: ARG001
    """Start it. It has nothing to try again."""
    port, health = free_ports(2)
    settings = manager_configuration("config.jobset.x-k8s.io/v1alpha1", port, health)
    file = installation.write("configuration.json", settings)
    installation.create_definitions()
    installation.start("jobset", f"--config={file}")
    installation.wait_for_port(port)
    installation.create_webhooks(port, _GROUPS)
    return lambda: 0
