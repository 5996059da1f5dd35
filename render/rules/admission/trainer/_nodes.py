"""The containers of a runtime that a TrainJob configures."""

from collections.abc import Iterator

from render.manifests.places import Data
from render.manifests.trainjob import NODE, Training


def nodes(training: Training) -> Iterator[Data]:
    """Yield the containers that train."""
    for job in training.replicated_jobs:
        if job.step == "trainer":
            yield from (container for container in job.pod.get("containers", ()) if container.get("name") == NODE)
