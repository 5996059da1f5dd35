"""Jobs as they are written: a Job itself, or the template of one, in whatever kind holds it."""

from collections.abc import Iterator
from typing import NamedTuple

from render.manifests.objects import Object
from render.manifests.places import EACH, Data, Pattern, places
from render.shape.mistake import Path

_REPLICATED_JOBS = ("spec", "replicatedJobs", EACH, "template")

_READ: dict[str, Pattern] = {"batch/CronJob": ("spec", "jobTemplate"), "batch/Job": ()}
_UNREAD: dict[str, Pattern] = {
    "jobset.x-k8s.io/JobSet": _REPLICATED_JOBS,
    "trainer.kubeflow.org/ClusterTrainingRuntime": ("spec", "template", *_REPLICATED_JOBS),
    "trainer.kubeflow.org/TrainingRuntime": ("spec", "template", *_REPLICATED_JOBS),
}
"""By `GROUP/KIND`, as in render.manifests.pods."""

KINDS = frozenset({*_READ, *_UNREAD})
"""What has Jobs, as `GROUP/KIND`."""


class Job(NamedTuple):
    """One Job, or the template of one."""

    object: Object
    path: Path
    """Into the object: empty for a Job itself."""
    is_opaque: bool
    """Whether the API server stores it unread, and refuses the Jobs that a controller makes of it."""
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
        """Say whether its pods are numbered. Where nothing is written, JobSet's webhook says yes and a Job no."""
        mode = self.spec.get("completionMode") or ("Indexed" if self.is_opaque else "NonIndexed")
        return bool(mode == "Indexed")


def jobs(item: Object) -> Iterator[Job]:
    """Yield the Jobs of an object."""
    name = item.kind.group_kind
    pattern = _READ.get(name, _UNREAD.get(name))
    if pattern is None:
        return
    for path, data in places(item.data, pattern):
        yield Job(item, path, name in _UNREAD, data.get("metadata", {}), data.get("spec", {}))
