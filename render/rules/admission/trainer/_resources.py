"""What a TrainJob asks for a node, and what its runtime gives the container that trains."""

from collections.abc import Iterator

from render.manifests.places import Data
from render.manifests.trainjob import NODE, Training
from render.shape.mistake import Path

PLACE: Path = ("spec", "trainer", "resourcesPerNode")
KINDS = ("limits", "requests")


def asked(training: Training) -> Data:
    """Return the `resourcesPerNode` of the TrainJob."""
    found: Data = (training.trainer or {}).get("resourcesPerNode", {})
    return found


def given(training: Training) -> Iterator[Data]:
    """Yield the resources of the runtime's containers that train; none where Trainer starts no framework in them."""
    if "mlPolicy" not in training.runtime.data.get("spec", {}):
        return
    for job in training.replicated_jobs:
        if job.step == "trainer":
            yield from (
                container.get("resources", {}) for _, container in job.containers if container.get("name") == NODE
            )


def names(resources: Data) -> set[str]:
    """Return the names of all resources that are asked for."""
    return {name for kind in KINDS for name in resources.get(kind, {})}
