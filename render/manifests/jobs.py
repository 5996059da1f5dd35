"""Jobs in manifests: a Job itself, or the template of one inside another kind."""

from collections.abc import Iterator
from typing import NamedTuple

from render.manifests.objects import Object
from render.manifests.paths import EACH, Data, Pattern, select
from render.schema_errors.error import Path

_REPLICATED_JOBS = ("spec", "replicatedJobs", EACH, "template")

_READ: dict[str, Pattern] = {"batch/CronJob": ("spec", "jobTemplate"), "batch/Job": ()}
_UNREAD: dict[str, Pattern] = {
    "jobset.x-k8s.io/JobSet": _REPLICATED_JOBS,
    "trainer.kubeflow.org/ClusterTrainingRuntime": ("spec", "template", *_REPLICATED_JOBS),
    "trainer.kubeflow.org/TrainingRuntime": ("spec", "template", *_REPLICATED_JOBS),
}
"""By `GROUP/KIND`, as in render.manifests.pods."""

KINDS = frozenset({*_READ, *_UNREAD})
"""Kinds that hold Jobs, as `GROUP/KIND`."""


class Job(NamedTuple):
    """A Job or the template of one."""

    object: Object
    path: Path
    """Path in the object; empty for a Job itself."""
    is_opaque: bool
    """True if the API server does not validate it and rejects the Jobs that a controller creates from it."""
    metadata: Data
    spec: Data

    @property
    def spec_path(self) -> Path:
        """Return the path of its `spec` in the object."""
        return (*self.path, "spec")

    @property
    def pod_spec(self) -> Data:
        """Return the spec of its pods."""
        spec: Data = self.spec.get("template", {}).get("spec", {})
        return spec

    @property
    def is_indexed(self) -> bool:
        """Return True if its pods have indexes. Default: True in a JobSet (its webhook), False in a Job."""
        mode = self.spec.get("completionMode") or ("Indexed" if self.is_opaque else "NonIndexed")
        return bool(mode == "Indexed")


def jobs(item: Object) -> Iterator[Job]:
    """Yield the Jobs of an object."""
    name = item.kind.group_kind
    pattern = _READ.get(name, _UNREAD.get(name))
    if pattern is None:
        return
    for path, data in select(item.data, pattern):
        yield Job(item, path, name in _UNREAD, data.get("metadata", {}), data.get("spec", {}))
