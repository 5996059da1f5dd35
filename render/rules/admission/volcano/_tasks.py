"""The tasks of a Volcano Job, with what its mutating webhook fills in.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/mutate/mutate_job.go
"""

from collections.abc import Iterator
from dataclasses import dataclass

from render.manifests.objects import Object
from render.manifests.places import Data, listed
from render.shape.mistake import Path

JOB = "batch.volcano.sh/Job"


@dataclass(frozen=True, slots=True)
class Task:
    """One kind of pods of a Job."""

    path: Path
    data: Data

    @property
    def name(self) -> str:
        """Return its name."""
        return str(self.data.get("name") or f"default{self.path[-1]}")

    @property
    def replicas(self) -> int:
        """Return the number of its pods."""
        return int(self.data.get("replicas", 0))

    @property
    def min_available(self) -> int:
        """Return how many of its pods must run at once."""
        partitions = self.data.get("partitionPolicy", {})
        if "minAvailable" in self.data:
            return int(self.data["minAvailable"])
        return int(partitions.get("minPartitions", 0) * partitions.get("partitionSize", 0)) or self.replicas


def tasks(item: Object) -> Iterator[Task]:
    """Yield the tasks of a Job."""
    for place, data in listed(("spec",), item.data.get("spec", {}), "tasks"):
        yield Task(place, data)
