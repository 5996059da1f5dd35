"""TrainJobs and their runtimes, as Kubeflow Trainer's controller combines them.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/core/trainingruntime.go
"""

from collections.abc import Iterator
from typing import NamedTuple

from render.manifests.jobset import ReplicatedJob, replicated_jobs
from render.manifests.objects import Object, may_share_namespace
from render.manifests.paths import Data, list_items
from render.schema_errors.error import Path

GROUP = "trainer.kubeflow.org"
TRAINJOB = f"{GROUP}/TrainJob"
CLUSTER_RUNTIME, RUNTIME = f"{GROUP}/ClusterTrainingRuntime", f"{GROUP}/TrainingRuntime"
RUNTIMES = (CLUSTER_RUNTIME, RUNTIME)

NODE = "node"
"""The container that trains."""


class RuntimeReference(NamedTuple):
    """The runtime reference of a TrainJob."""

    group: str
    kind: str
    name: str

    @classmethod
    def of(cls, trainjob: Object) -> "RuntimeReference":
        """Return the reference of a TrainJob, with the defaults of its CRD."""
        found = trainjob.data.get("spec", {}).get("runtimeRef", {})
        return cls(found.get("apiGroup", GROUP), found.get("kind", "ClusterTrainingRuntime"), found.get("name", ""))

    @property
    def is_supported(self) -> bool:
        """Return True if Trainer supports this kind of runtime."""
        return f"{self.group}/{self.kind}" in RUNTIMES


class Training(NamedTuple):
    """A TrainJob with its runtime."""

    job: Object
    runtime: Object

    @property
    def trainer(self) -> Data | None:
        """Return `spec.trainer` of the TrainJob."""
        found: Data | None = self.job.data.get("spec", {}).get("trainer")
        return found

    @property
    def policy(self) -> Data:
        """Return the ML policy of the runtime."""
        found: Data = self.runtime.data.get("spec", {}).get("mlPolicy", {})
        return found

    @property
    def template(self) -> Data:
        """Return the JobSet template of the runtime."""
        found: Data = self.runtime.data.get("spec", {}).get("template", {})
        return found

    @property
    def replicated_jobs(self) -> tuple[ReplicatedJob, ...]:
        """Return the replicated jobs of the runtime, with their paths in it."""
        return tuple(replicated_jobs(self.template, ("spec", "template")))


def trainings(items: tuple[Object, ...]) -> Iterator[Training]:
    """Yield the TrainJobs whose runtimes are among the objects."""
    for job in trainjobs(items):
        reference = RuntimeReference.of(job)
        runtime = next((item for item in items if _is_referenced(item, reference, job)), None)
        if runtime is not None:
            yield Training(job, runtime)


def trainjobs(items: tuple[Object, ...]) -> Iterator[Object]:
    """Yield the TrainJobs among the objects."""
    yield from (item for item in items if (item.kind.group, item.kind.name) == (GROUP, "TrainJob"))


def patches(trainjob: Object) -> Iterator[tuple[Path, Data]]:
    """Yield the JobSet patches of a TrainJob's `runtimePatches`, with their paths."""
    for place, patch in list_items(("spec",), trainjob.data.get("spec", {}), "runtimePatches"):
        template = patch.get("trainingRuntimeSpec", {}).get("template", {})
        yield (*place, "trainingRuntimeSpec", "template"), template


def _is_referenced(item: Object, reference: RuntimeReference, job: Object) -> bool:
    if (item.kind.group, item.kind.name, _name(item)) != (reference.group, reference.kind, reference.name):
        return False
    return reference.kind != "TrainingRuntime" or may_share_namespace(item, job)


def _name(item: Object) -> str:
    return str(item.data.get("metadata", {}).get("name", ""))
