"""Containers of a TrainJob's Jobs: those of the runtime, and those that patches add."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from render.manifests.jobset import ReplicatedJob, replicated_jobs
from render.manifests.trainjob import Training, patches

INITIALIZERS = (("dataset", "dataset-initializer"), ("model", "model-initializer"))
"""Each key of `spec.initializer`, with the name of its replicated job and container."""


@dataclass(slots=True)
class JobContainers:
    """Containers of one replicated job: the names of the mounted volumes, by container name."""

    regular: dict[str, set[str]] = field(default_factory=dict)
    init: dict[str, set[str]] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        """The names of all containers."""
        return {*self.regular, *self.init}


def containers(training: Training) -> Mapping[str, JobContainers]:
    """Return the containers by replicated job.

    Trainer merges patches before its checks, so a patch with an unknown name adds a job or a container.
    """
    found: dict[str, JobContainers] = {}
    for job in _job_templates(training):
        one = found.setdefault(job.name, JobContainers())
        for key, mounts in (("containers", one.regular), ("initContainers", one.init)):
            for container in job.pod.get(key, ()):
                names = (mount.get("name", "") for mount in container.get("volumeMounts", ()))
                mounts.setdefault(container.get("name", ""), set()).update(names)
    return found


def _job_templates(training: Training) -> Iterator[ReplicatedJob]:
    yield from training.replicated_jobs
    for place, template in patches(training.job):
        yield from replicated_jobs(template, place)
