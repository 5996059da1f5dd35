"""What a JobSet makes: its replicated jobs, and the names of their Jobs and pods.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/util/placement/placement.go
"""

from collections.abc import Iterator
from typing import NamedTuple

from render.kube.generated import name_of
from render.manifests.places import Data, listed
from render.shape.mistake import Path

JOBSET = "jobset.x-k8s.io/JobSet"

STEP = "trainer.kubeflow.org/trainjob-ancestor-step"
"""The label that says which part of a TrainJob configures a replicated job."""


class ReplicatedJob(NamedTuple):
    """One kind of Jobs of a JobSet, with the defaults of the definition and of the webhook."""

    path: Path
    """Into the object."""
    data: Data

    @property
    def name(self) -> str:
        """Return its name; empty where it has none."""
        return str(self.data.get("name", ""))

    @property
    def replicas(self) -> int:
        """Return how many Jobs it makes."""
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
        """Return which part of a TrainJob configures it, where it is one of a runtime."""
        found: str | None = self.template.get("metadata", {}).get("labels", {}).get(STEP)
        return found

    @property
    def containers(self) -> Iterator[tuple[Path, Data]]:
        """Yield the containers of a pod, those of `initContainers` first, with their paths in the object."""
        for key in ("initContainers", "containers"):
            yield from listed(self.pod_path, self.pod, key)

    @property
    def parallelism(self) -> int:
        """Return how many pods of a Job run at once."""
        return int(self.job.get("parallelism", 1))

    @property
    def indexes(self) -> int | None:
        """Return how many numbered pods a Job has; None where they are not numbered."""
        is_indexed = self.job.get("completionMode", "Indexed") == "Indexed"
        return self.job.get("completions") if is_indexed else None

    @property
    def pods(self) -> int:
        """Return how many pods all its Jobs have."""
        return self.replicas * int(
            self.job.get("completions", self.parallelism) if self.indexes is None else self.indexes
        )

    def job_name(self, jobset: str, index: int) -> str:
        """Return the name of a Job."""
        return f"{jobset}-{self.name}-{index}"

    def host_name(self, jobset: str, index: int, pod: int) -> str:
        """Return the host name of a pod; its name has a `-` and five more characters."""
        return f"{self.job_name(jobset, index)}-{pod}"


def replicated_jobs(data: Data, path: Path = ()) -> Iterator[ReplicatedJob]:
    """Yield the replicated jobs of a JobSet, or of a template of one; `path` leads to it in its object."""
    for place, found in listed((*path, "spec"), data.get("spec", {}), "replicatedJobs"):
        yield ReplicatedJob(place, found)


def jobset_name(data: Data) -> str:
    """Return the name of a JobSet."""
    return name_of(data.get("metadata", {}))
