"""The containers that a TrainJob's Jobs have in the end: those of the runtime, and those that patches add."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from render.manifests.jobset import ReplicatedJob, replicated_jobs
from render.manifests.trainjob import Training, patches

INITIALIZERS = (("dataset", "dataset-initializer"), ("model", "model-initializer"))
"""Each part of `spec.initializer`, with the name of its replicated job and of its container."""


@dataclass(slots=True)
class Containers:
    """Of one replicated job: the names of the volumes that each container mounts, by the container's name."""

    regular: dict[str, set[str]] = field(default_factory=dict)
    init: dict[str, set[str]] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        """Return the names of all."""
        return {*self.regular, *self.init}


def containers(training: Training) -> Mapping[str, Containers]:
    """Return the containers by the name of their replicated job.

    A patch is merged before anything is judged, so one with a name that is not there adds a job or a container.
    """
    found: dict[str, Containers] = {}
    for job in _written(training):
        one = found.setdefault(job.name, Containers())
        for key, mounts in (("containers", one.regular), ("initContainers", one.init)):
            for container in job.pod.get(key, ()):
                names = (mount.get("name", "") for mount in container.get("volumeMounts", ()))
                mounts.setdefault(container.get("name", ""), set()).update(names)
    return found


def _written(training: Training) -> Iterator[ReplicatedJob]:
    yield from training.replicated_jobs
    for place, template in patches(training.job):
        yield from replicated_jobs(template, place)
