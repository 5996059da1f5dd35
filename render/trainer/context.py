"""The context of an expansion: the parts of a TrainJob and its runtime that Trainer's plug-ins read and change."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from render.manifests.finding import Finding
from render.manifests.jobset import ReplicatedJob
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.manifests.pod_resources import Needs
from render.manifests.trainjob import NODE, Training
from render.problem import Rule
from render.schema_errors.error import Path
from render.trainer.release import TrainerRelease

PORT = 29500
"""The port of the first node."""


LAUNCHER = "launcher"


TRAINER = "trainer"


INITIALIZERS = {"dataset-initializer": "dataset", "model-initializer": "model"}
"""Initializers of a TrainJob: the step, which is also the container's name, and its key in the TrainJob."""


Container = dict[str, Any]


@dataclass(slots=True)
class PodSet:
    """A replicated job of the JobSet. Plug-ins change it in place."""

    job: dict[str, Any]
    """The replicated job."""
    count: int
    """Number of pods."""
    requests: Needs
    """Requests of one pod."""

    @property
    def name(self) -> str:
        """Return the name of the replicated job."""
        return str(self.job.get("name", ""))

    @property
    def step(self) -> str | None:
        """Return the step of the TrainJob that configures the pods."""
        return ReplicatedJob((), self.job).step

    @property
    def job_spec(self) -> dict[str, Any]:
        """Return the spec of the Job."""
        spec: dict[str, Any] = self.job.setdefault("template", {}).setdefault("spec", {})
        return spec

    @property
    def template(self) -> dict[str, Any]:
        """Return the template of the pods."""
        template: dict[str, Any] = self.job_spec.setdefault("template", {})
        return template

    @property
    def pod(self) -> dict[str, Any]:
        """Return the spec of the pods."""
        spec: dict[str, Any] = self.template.setdefault("spec", {})
        return spec

    @property
    def containers(self) -> list[Container]:
        """Return the containers, without `initContainers`."""
        containers: list[Container] = self.pod.get("containers", [])
        return containers

    def named(self, name: str) -> Iterator[Container]:
        """Yield the containers with this name, without `initContainers`."""
        yield from (container for container in self.containers if container.get("name") == name)

    def find(self, name: str) -> Container | None:
        """Return the container with this name, else the one of `initContainers`."""
        everyone = (*self.containers, *self.pod.get("initContainers", ()))
        return next((container for container in everyone if container.get("name") == name), None)


class ExpansionFinding(NamedTuple):
    """A reason why a TrainJob isn't expanded, at a field of the TrainJob or of its runtime."""

    rule: Rule
    object: Object
    path: Path
    message: str
    hint: str | None = None

    @property
    def finding(self) -> Finding:
        """Return it as a finding about the object."""
        return Finding(self.path, self.message, self.hint, self.object, self.rule)


@dataclass(slots=True)
class ExpansionContext:
    """The parts of a TrainJob and its runtime, with the defaults of their CRDs."""

    training: Training
    """The objects of the files, for findings."""
    release: TrainerRelease
    name: str
    """Name of the TrainJob and of its JobSet."""
    namespace: str | None
    job: Data
    """The spec of the TrainJob."""
    runtime: Data
    """The spec of the runtime."""
    labels: dict[str, str]
    annotations: dict[str, str]
    spec: dict[str, Any]
    """The spec of the JobSet."""
    sets: list[PodSet]
    command: list[str] | None
    """The command of the training container, if the TrainJob has one."""
    refusals: list[ExpansionFinding] = field(default_factory=list)

    @property
    def trainer(self) -> Data | None:
        """Return the section `trainer` of the TrainJob."""
        return self.job.get("trainer")

    @property
    def policy(self) -> Data | None:
        """Return the section `mlPolicy` of the runtime."""
        return self.runtime.get("mlPolicy")

    @property
    def group_policy(self) -> Data:
        """Return the section `podGroupPolicy` of the runtime."""
        found: Data = self.runtime.get("podGroupPolicy", {})
        return found

    @property
    def trainer_set(self) -> PodSet | None:
        """Return the first pod set that trains."""
        return next((one for one in self.sets if one.step == TRAINER), None)

    @property
    def trainer_container(self) -> Container | None:
        """Return the container that trains; None if the TrainJob has no section `trainer`."""
        if self.trainer is None or self.trainer_set is None:
            return None
        return next(self.trainer_set.named(NODE), None)

    @property
    def first_host(self) -> str:
        """Return the host name of the first node. Trainer assumes default names of the job and of the subdomain."""
        return f"{self.name}-{NODE}-0-0.{self.name}"

    @property
    def nodes(self) -> int:
        """Return the number of nodes that train."""
        return 1 if self.trainer_set is None else self.trainer_set.count

    @property
    def resources(self) -> Data:
        """Return the resources from which processes are counted: a node's in the TrainJob, else in the runtime."""
        wanted: Data | None = (self.trainer or {}).get("resourcesPerNode")
        return next(self._resources(), {}) if wanted is None else wanted

    def set_nodes(self) -> None:
        """Set the number of pods that train to `numNodes` of the TrainJob."""
        if self.trainer_set is not None and "numNodes" in (self.trainer or {}):
            self.trainer_set.count = int((self.trainer or {})["numNodes"])

    def metadata(self, name: str) -> dict[str, Any]:
        """Return the metadata of an object with this name."""
        return {"name": name} if self.namespace is None else {"name": name, "namespace": self.namespace}

    def _resources(self) -> Iterator[Data]:
        for one in self.sets:
            if one.name == NODE or one.step == TRAINER:
                yield from (container.get("resources", {}) for container in one.named(NODE))
