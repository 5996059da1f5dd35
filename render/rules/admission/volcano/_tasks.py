"""Tasks of a Volcano Job, with the defaults of its mutating webhook.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/mutate/mutate_job.go
"""

from collections.abc import Iterator
from dataclasses import dataclass

from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.schema_errors.error import Path

JOB = "batch.volcano.sh/Job"


@dataclass(frozen=True, slots=True)
class Task:
    """A task: a set of equal pods of a Job."""

    path: Path
    data: Data

    @property
    def name(self) -> str:
        """The task's name; default: `defaultINDEX`."""
        return str(self.data.get("name") or f"default{self.path[-1]}")

    @property
    def replicas(self) -> int:
        """The number of the task's pods."""
        return int(self.data.get("replicas", 0))

    @property
    def min_available(self) -> int:
        """How many of the task's pods must run at once; default: all."""
        partitions = self.data.get("partitionPolicy", {})
        if "minAvailable" in self.data:
            return int(self.data["minAvailable"])
        return int(partitions.get("minPartitions", 0) * partitions.get("partitionSize", 0)) or self.replicas


def tasks(item: Object) -> Iterator[Task]:
    """Yield the tasks of a Job."""
    for place, data in list_items(("spec",), item.data.get("spec", {}), "tasks"):
        yield Task(place, data)
