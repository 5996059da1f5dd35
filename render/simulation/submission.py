"""A run as the simulation submits it: the rendered objects of its spec."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from render.cluster.products import COSCHEDULING, JOBSET, VOLCANO
from render.doctor.requirements import Requirements
from render.kube.gvk import GroupVersionKind
from render.manifests.objects import Object
from render.simulation.programs import SimulationError

_HOOK = "helm.sh/hook"
_DEFAULT = "default-scheduler"
_GANGS = (VOLCANO, COSCHEDULING)
"""API groups whose PodGroups have a scheduler of another name than Kubernetes' own."""


class Submission(NamedTuple):
    """A run with one JobSet."""

    name: str
    """That of the release, which is unique."""
    objects: tuple[Mapping[str, Any], ...]
    """All objects but Helm's hooks; the JobSet last, as Helm installs custom resources."""
    jobset: Mapping[str, Any]

    @property
    def pods(self) -> int:
        """Number of pods of the run."""
        jobs = self.jobset["spec"]["replicatedJobs"]
        return sum(one.get("replicas", 1) * one["template"]["spec"].get("parallelism", 1) for one in jobs)

    @property
    def pod_groups(self) -> tuple[tuple[str, str], ...]:
        """API group and version of each PodGroup."""
        kinds = (GroupVersionKind.of(item["apiVersion"], item["kind"]) for item in self.objects)
        return tuple((kind.group, kind.version) for kind in kinds if kind.name == "PodGroup")

    @property
    def schedulers(self) -> frozenset[str]:
        """Names of the schedulers of its pods."""
        jobs = self.jobset["spec"]["replicatedJobs"]
        return frozenset(one["template"]["spec"]["template"]["spec"].get("schedulerName", _DEFAULT) for one in jobs)


def submission_of(file: str, wanted: Requirements) -> Submission:
    """Return the objects that a spec submits. Raises SimulationError for what is not simulated."""
    objects = tuple(item for item in wanted.applied if _HOOK not in item.data["metadata"].get("annotations", {}))
    jobsets = [item.data for item in objects if item.kind.group == JOBSET and item.kind.name == "JobSet"]
    _check(file, objects, wanted)
    if len(jobsets) != 1:
        raise SimulationError(f"`{file}` renders {len(jobsets)} JobSets: a run of one JobSet can be simulated")
    others = [item.data for item in objects if item.data is not jobsets[0]]
    return Submission(jobsets[0]["metadata"]["name"], (*others, jobsets[0]), jobsets[0])


def _check(file: str, objects: Sequence[Object], wanted: Requirements) -> None:
    """Raise SimulationError for schedulers, targets and devices that are not simulated yet."""
    kinds = {item.kind.name for item in objects}
    if kinds & {"TrainJob", "TrainingRuntime"}:
        raise SimulationError(f"`{file}` has the target `trainjob`, which is not simulated yet", "set `target: jobset`")
    schedulers = {pod.spec.get("schedulerName", _DEFAULT) for pod in wanted.pods} - {_DEFAULT}
    has_gang = any(item.kind.name == "PodGroup" and item.kind.group in _GANGS for item in objects)
    if schedulers and not has_gang:
        raise SimulationError(
            f"`{file}` uses the scheduler `{min(schedulers)}`, which is not simulated",
            "use `scheduler: kueue`, `volcano`, `coscheduling`, `kubernetes` or `none`",
        )
    if any(pod.spec.get("resourceClaims") for pod in wanted.pods):
        raise SimulationError(
            f"`{file}` claims devices (`pod.resourceClaims`), which are not simulated: a snapshot does not have what "
            "drivers say of them"
        )
