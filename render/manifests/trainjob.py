"""TrainJobs and the runtimes that they name, as the controller of Kubeflow Trainer puts them together.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/core/trainingruntime.go
"""

from collections.abc import Iterator
from typing import NamedTuple

from render.manifests.identity import can_meet
from render.manifests.jobset import ReplicatedJob, replicated_jobs
from render.manifests.objects import Object
from render.manifests.places import Data, listed
from render.shape.mistake import Path

GROUP = "trainer.kubeflow.org"
TRAINJOB = f"{GROUP}/TrainJob"
CLUSTER_RUNTIME, RUNTIME = f"{GROUP}/ClusterTrainingRuntime", f"{GROUP}/TrainingRuntime"
RUNTIMES = (CLUSTER_RUNTIME, RUNTIME)

NODE = "node"
"""The container that trains."""


class Reference(NamedTuple):
    """What a TrainJob names its runtime by."""

    group: str
    kind: str
    name: str

    @classmethod
    def of(cls, trainjob: Object) -> "Reference":
        """Return the reference of a TrainJob, with the defaults of its definition."""
        found = trainjob.data.get("spec", {}).get("runtimeRef", {})
        return cls(found.get("apiGroup", GROUP), found.get("kind", "ClusterTrainingRuntime"), found.get("name", ""))

    @property
    def is_supported(self) -> bool:
        """Say whether Trainer has such a kind of runtime."""
        return f"{self.group}/{self.kind}" in RUNTIMES


class Training(NamedTuple):
    """A TrainJob with its runtime."""

    job: Object
    runtime: Object

    @property
    def trainer(self) -> Data | None:
        """Return what the TrainJob says of the training itself."""
        found: Data | None = self.job.data.get("spec", {}).get("trainer")
        return found

    @property
    def policy(self) -> Data:
        """Return how the runtime starts a framework."""
        found: Data = self.runtime.data.get("spec", {}).get("mlPolicy", {})
        return found

    @property
    def template(self) -> Data:
        """Return the runtime's template of a JobSet."""
        found: Data = self.runtime.data.get("spec", {}).get("template", {})
        return found

    @property
    def replicated_jobs(self) -> tuple[ReplicatedJob, ...]:
        """Return the replicated jobs of the runtime, with their paths in it."""
        return tuple(replicated_jobs(self.template, ("spec", "template")))


def trainings(items: tuple[Object, ...]) -> Iterator[Training]:
    """Yield the TrainJobs whose runtimes are among the objects."""
    for job in trainjobs(items):
        reference = Reference.of(job)
        runtime = next((item for item in items if _is_meant(item, reference, job)), None)
        if runtime is not None:
            yield Training(job, runtime)


def trainjobs(items: tuple[Object, ...]) -> Iterator[Object]:
    """Yield the TrainJobs among the objects."""
    yield from (item for item in items if (item.kind.group, item.kind.name) == (GROUP, "TrainJob"))


def patches(trainjob: Object) -> Iterator[tuple[Path, Data]]:
    """Yield what a TrainJob's `runtimePatches` do to a JobSet's template."""
    for place, patch in listed(("spec",), trainjob.data.get("spec", {}), "runtimePatches"):
        template = patch.get("trainingRuntimeSpec", {}).get("template", {})
        yield (*place, "trainingRuntimeSpec", "template"), template


def _is_meant(item: Object, reference: Reference, job: Object) -> bool:
    if (item.kind.group, item.kind.name, _name(item)) != (reference.group, reference.kind, reference.name):
        return False
    return reference.kind != "TrainingRuntime" or can_meet(item, job)


def _name(item: Object) -> str:
    return str(item.data.get("metadata", {}).get("name", ""))
