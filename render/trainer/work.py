"""A TrainJob in the making: what Trainer's plug-ins read, and what they change."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from render.manifests.objects import Object
from render.manifests.places import Data
from render.manifests.trainjob import NODE, Training
from render.problem import Rule
from render.shape.mistake import Mistake, Path, Sort
from render.trainer.podset import TRAINER, Container, PodSet
from render.trainer.release import Release

PORT = 29500
"""At which the first node is found."""


class Refusal(NamedTuple):
    """Why objects are not made, or not told, at a place of a TrainJob or of its runtime."""

    rule: Rule
    object: Object
    path: Path
    message: str
    hint: str | None = None

    @property
    def mistake(self) -> Mistake:
        """Return it as what is wrong with the object."""
        return Mistake(Sort.NOT_ALLOWED, self.path, self.message, self.hint)


@dataclass(slots=True)
class Work:
    """The parts of a TrainJob and its runtime, with the defaults of their definitions."""

    training: Training
    """As it is written, to tell places."""
    release: Release
    name: str
    """Of the TrainJob, and so of its JobSet."""
    namespace: str | None
    job: Data
    """The spec of the TrainJob."""
    runtime: Data
    """The spec of the runtime."""
    labels: dict[str, str]
    annotations: dict[str, str]
    spec: dict[str, Any]
    """Of the JobSet."""
    sets: list[PodSet]
    command: list[str] | None
    """What the training container runs, where the TrainJob says it."""
    refusals: list[Refusal] = field(default_factory=list)

    @property
    def trainer(self) -> Data | None:
        """Return what the TrainJob says of the training."""
        return self.job.get("trainer")

    @property
    def policy(self) -> Data | None:
        """Return how the runtime starts a framework."""
        return self.runtime.get("mlPolicy")

    @property
    def group_policy(self) -> Data:
        """Return how the runtime schedules its pods."""
        found: Data = self.runtime.get("podGroupPolicy", {})
        return found

    @property
    def trainer_set(self) -> PodSet | None:
        """Return the first pods that train."""
        return next((one for one in self.sets if one.step == TRAINER), None)

    @property
    def trainer_container(self) -> Container | None:
        """Return the container that trains; None where the TrainJob says nothing of the training."""
        if self.trainer is None or self.trainer_set is None:
            return None
        return next(self.trainer_set.named(NODE), None)

    @property
    def first_host(self) -> str:
        """Return the name of the first node, whatever its replicated job and its subdomain are called."""
        return f"{self.name}-{NODE}-0-0.{self.name}"

    @property
    def nodes(self) -> int:
        """Return the number of nodes that train."""
        return 1 if self.trainer_set is None else self.trainer_set.count

    @property
    def resources(self) -> Data:
        """Return what processes are counted from: a node's resources in the TrainJob, else in the runtime."""
        asked: Data | None = (self.trainer or {}).get("resourcesPerNode")
        return next(self._given(), {}) if asked is None else asked

    def set_nodes(self) -> None:
        """Have as many pods train as the TrainJob says."""
        if self.trainer_set is not None and "numNodes" in (self.trainer or {}):
            self.trainer_set.count = int((self.trainer or {})["numNodes"])

    def metadata(self, name: str) -> dict[str, Any]:
        """Return the metadata of an object of this name."""
        return {"name": name} if self.namespace is None else {"name": name, "namespace": self.namespace}

    def _given(self) -> Iterator[Data]:
        for one in self.sets:
            if one.name == NODE or one.step == TRAINER:
                yield from (container.get("resources", {}) for container in one.named(NODE))
