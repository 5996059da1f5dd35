"""Replicated jobs of a JobSet, and the names of their Jobs and pods.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/util/placement/placement.go
"""

from collections.abc import Iterator
from typing import NamedTuple

from render.kube.server_defaults import name_of
from render.manifests.paths import Data, list_items
from render.schema_errors.error import Path

JOBSET = "jobset.x-k8s.io/JobSet"

STEP = "trainer.kubeflow.org/trainjob-ancestor-step"
"""The label that names the part of a TrainJob which configures a replicated job."""


class ReplicatedJob(NamedTuple):
    """One replicated job of a JobSet, with the defaults of the CRD and of the webhook."""

    path: Path
    """Path in the object."""
    data: Data

    @property
    def name(self) -> str:
        """Return its name; empty if it has none."""
        return str(self.data.get("name", ""))

    @property
    def replicas(self) -> int:
        """Return the number of its Jobs."""
        return int(self.data.get("replicas", 1))

    @property
    def template(self) -> Data:
        """Return the template of a Job."""
        found: Data = self.data.get("template", {})
        return found

    @property
    def job(self) -> Data:
        """Return the spec of a Job."""
        found: Data = self.template.get("spec", {})
        return found

    @property
    def job_path(self) -> Path:
        """Return the path of the spec of a Job in the object."""
        return (*self.path, "template", "spec")

    @property
    def pod(self) -> Data:
        """Return the spec of a pod."""
        found: Data = self.job.get("template", {}).get("spec", {})
        return found

    @property
    def pod_path(self) -> Path:
        """Return the path of the spec of a pod in the object."""
        return (*self.job_path, "template", "spec")

    @property
    def step(self) -> str | None:
        """Return the part of a TrainJob that configures it; None outside of runtimes."""
        found: str | None = self.template.get("metadata", {}).get("labels", {}).get(STEP)
        return found

    @property
    def containers(self) -> Iterator[tuple[Path, Data]]:
        """Yield the containers of a pod, `initContainers` first, with their paths in the object."""
        for key in ("initContainers", "containers"):
            yield from list_items(self.pod_path, self.pod, key)

    @property
    def parallelism(self) -> int:
        """Return the number of pods of a Job that run at once."""
        return int(self.job.get("parallelism", 1))

    @property
    def indexes(self) -> int | None:
        """Return the number of indexes of a Job; None if its pods have none."""
        is_indexed = self.job.get("completionMode", "Indexed") == "Indexed"
        return self.job.get("completions") if is_indexed else None

    @property
    def pods(self) -> int:
        """Return the number of pods of all its Jobs."""
        return self.replicas * int(
            self.job.get("completions", self.parallelism) if self.indexes is None else self.indexes
        )

    def job_name(self, jobset: str, index: int) -> str:
        """Return the name of a Job."""
        return f"{jobset}-{self.name}-{index}"

    def host_name(self, jobset: str, index: int, pod: int) -> str:
        """Return the host name of a pod. The pod's name appends `-` and five random characters."""
        return f"{self.job_name(jobset, index)}-{pod}"


def replicated_jobs(data: Data, path: Path = ()) -> Iterator[ReplicatedJob]:
    """Yield the replicated jobs of a JobSet or of its template, which is at `path` in the object."""
    for place, found in list_items((*path, "spec"), data.get("spec", {}), "replicatedJobs"):
        yield ReplicatedJob(place, found)


def jobset_name(data: Data) -> str:
    """Return the name of a JobSet."""
    return name_of(data.get("metadata", {}))
