"""A kind of pods of a TrainJob: one replicated job of its JobSet, while Trainer works on it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from render.manifests.jobset import ReplicatedJob
from render.manifests.needs import Needs

LAUNCHER = "launcher"
TRAINER = "trainer"
INITIALIZERS = {"dataset-initializer": "dataset", "model-initializer": "model"}
"""The steps of a TrainJob before the training, which are the names of their containers too; and their words in it."""

Container = dict[str, Any]


@dataclass(slots=True)
class PodSet:
    """Its parts are changed in place."""

    job: dict[str, Any]
    """The replicated job."""
    count: int
    """Of pods."""
    requests: Needs
    """Of one pod."""

    @property
    def name(self) -> str:
        """Return its name."""
        return str(self.job.get("name", ""))

    @property
    def step(self) -> str | None:
        """Return which part of a TrainJob configures it."""
        return ReplicatedJob((), self.job).step

    @property
    def job_spec(self) -> dict[str, Any]:
        """Return the spec of its Job."""
        spec: dict[str, Any] = self.job.setdefault("template", {}).setdefault("spec", {})
        return spec

    @property
    def template(self) -> dict[str, Any]:
        """Return the template of its pods."""
        template: dict[str, Any] = self.job_spec.setdefault("template", {})
        return template

    @property
    def pod(self) -> dict[str, Any]:
        """Return the spec of its pods."""
        spec: dict[str, Any] = self.template.setdefault("spec", {})
        return spec

    @property
    def containers(self) -> list[Container]:
        """Return its containers, without those of `initContainers`."""
        containers: list[Container] = self.pod.get("containers", [])
        return containers

    def named(self, name: str) -> Iterator[Container]:
        """Yield its containers of a name, without those of `initContainers`."""
        yield from (container for container in self.containers if container.get("name") == name)

    def find(self, name: str) -> Container | None:
        """Return a container of a name, one of `initContainers` where no other has it."""
        everyone = (*self.containers, *self.pod.get("initContainers", ()))
        return next((container for container in everyone if container.get("name") == name), None)
