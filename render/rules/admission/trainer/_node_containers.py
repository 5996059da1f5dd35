"""Containers of a runtime that a TrainJob's `trainer` configures."""

from collections.abc import Iterator

from render.manifests.paths import Data
from render.manifests.trainjob import NODE, Training


def node_containers(training: Training) -> Iterator[Data]:
    """Yield the containers that run the training program."""
    for job in training.replicated_jobs:
        if job.step == "trainer":
            yield from (container for container in job.pod.get("containers", ()) if container.get("name") == NODE)
