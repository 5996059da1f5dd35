"""Resources of a node: those of the TrainJob, and those of its runtime's node container."""

from collections.abc import Iterator

from render.manifests.paths import Data
from render.manifests.trainjob import NODE, Training
from render.schema_errors.error import Path

PLACE: Path = ("spec", "trainer", "resourcesPerNode")
KINDS = ("limits", "requests")


def trainjob_resources(training: Training) -> Data:
    """Return the `resourcesPerNode` of the TrainJob."""
    found: Data = (training.trainer or {}).get("resourcesPerNode", {})
    return found


def runtime_resources(training: Training) -> Iterator[Data]:
    """Yield the resources of the runtime's node containers; nothing if the runtime has no `mlPolicy`."""
    if "mlPolicy" not in training.runtime.data.get("spec", {}):
        return
    for job in training.replicated_jobs:
        if job.step == "trainer":
            yield from (
                container.get("resources", {}) for _, container in job.containers if container.get("name") == NODE
            )


def resource_names(resources: Data) -> set[str]:
    """Return the names of all requested and limited resources."""
    return {name for kind in KINDS for name in resources.get(kind, {})}
