"""A run with all its objects: what the causes read."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from render.cluster.products import JOBSET, KUEUE, TRAINER
from render.manifests.fields import mapping_at, mappings_at, number_at, text_at
from render.why.cluster_object import ClusterObject
from render.why.event_record import EventRecord
from render.why.object_index import ObjectIndex
from render.why.pod_group import POD_GROUPS, group_names
from render.why.pod_state import PodState
from render.why.state import State, run_state

OPERATOR = "kubeflow.org"
ROOTS = (f"{TRAINER}/TrainJob", f"{JOBSET}/JobSet", f"{OPERATOR}/PyTorchJob", f"{OPERATOR}/MPIJob", "batch/Job")
"""Kinds of runs. One that owns another comes first."""
JOBSET_LABEL = "jobset.sigs.k8s.io/jobset-name"
RUN_LABELS = (JOBSET_LABEL, "training.kubeflow.org/job-name")
"""Labels of pods that name their run."""


@dataclass(frozen=True)
class TrainingRun:
    """A run. Its objects are those of an index."""

    index: ObjectIndex
    kind: str
    namespace: str
    name: str
    root: ClusterObject | None
    """The object that the user applied; None if only its pods were read."""

    @property
    def label(self) -> str:
        """Kind, namespace and name for people."""
        return f"{self.kind} {self.namespace}/{self.name}" if self.namespace else f"{self.kind} {self.name}"

    @cached_property
    def jobset(self) -> ClusterObject | None:
        """The JobSet of the run, also if a TrainJob owns it; None without one."""
        return self.index.find(f"{JOBSET}/JobSet", self.namespace, self.name)

    @cached_property
    def trainjob(self) -> ClusterObject | None:
        """The TrainJob; None without one."""
        return self.root if self.root is not None and self.root.kind == "TrainJob" else None

    @cached_property
    def owners(self) -> tuple[ClusterObject, ...]:
        """The objects that describe the run, the user's first: TrainJob, JobSet."""
        both = (self.root, self.jobset)
        return tuple({id(one): one for one in both if one is not None}.values())

    @cached_property
    def jobs(self) -> tuple[ClusterObject, ...]:
        """The Jobs of the run, by name."""
        if self.root is not None and self.root.group_kind == "batch/Job":
            return (self.root,)
        label = self.index.all("batch/Job", self.namespace)
        return tuple(one for one in label if one.labels.get(JOBSET_LABEL) == self.name or self._owns(one))

    @cached_property
    def pods(self) -> tuple[PodState, ...]:
        """The pods that were read, by name."""
        jobs = {("Job", one.name) for one in self.jobs}
        own = {(one.kind, one.name) for one in self.owners}
        return tuple(
            PodState(one)
            for one in self.index.all("/Pod", self.namespace)
            if any(one.labels.get(key) == self.name for key in RUN_LABELS) or (jobs | own) & set(one.owners)
        )

    @cached_property
    def live_pods(self) -> tuple[PodState, ...]:
        """The pods of the present attempt that have not ended."""
        return tuple(pod for pod in self.pods if not pod.has_ended and pod.attempt == self.attempt)

    @cached_property
    def pending_pods(self) -> tuple[PodState, ...]:
        """The pods of the present attempt that do not run yet."""
        return tuple(pod for pod in self.live_pods if pod.phase in ("Pending", ""))

    @cached_property
    def workloads(self) -> tuple[ClusterObject, ...]:
        """Kueue's Workloads of the run."""
        found = self.index.all(f"{KUEUE}/Workload", self.namespace)
        owners = [*self.owners, *self.jobs]
        return tuple(one for one in found if any(one.is_owned_by(owner) for owner in owners))

    @cached_property
    def pod_groups(self) -> tuple[ClusterObject, ...]:
        """The gangs of the run, of all schedulers."""
        named = {self.name} | {name for pod in self._pod_templates for name in group_names(pod)}
        return tuple(
            one
            for kind in POD_GROUPS
            for one in self.index.all(kind, self.namespace)
            if one.name in named or self._owns(one)
        )

    @property
    def attempt(self) -> int:
        """Number of the present attempt, from 0."""
        return number_at(self.jobset.data, "status", "restarts") if self.jobset is not None else 0

    @cached_property
    def size(self) -> int:
        """Number of pods that the run has when all of it runs; 0 if unknown."""
        if self.jobset is not None:
            jobs = mappings_at(self.jobset.data, "spec", "replicatedJobs")
            return sum((number_at(one, "replicas") or 1) * _parallelism(one.get("template")) for one in jobs)
        if self.root is None:
            return 0
        for key in ("pytorchReplicaSpecs", "mpiReplicaSpecs"):
            roles = mapping_at(self.root.data, "spec", key)
            if roles:
                return sum(number_at(role, "replicas") or 1 for role in roles.values())
        return _parallelism(self.root.data) if self.root.kind == "Job" else 0

    @cached_property
    def state(self) -> State:
        """The state of the run as a whole."""
        return run_state(self)

    @property
    def is_suspended(self) -> bool:
        """Return True if the run's object is suspended, by Kueue or by hand."""
        spec = [mapping_at(one.data, "spec") for one in self.owners]
        policies = [mapping_at(one, "runPolicy") for one in spec]
        return any(one.get("suspend") is True for one in (*spec, *policies))

    @property
    def has_ended(self) -> bool:
        """Return True if the run failed or completed for good."""
        return self.state in (State.FAILED, State.COMPLETE, State.GONE)

    @cached_property
    def objects(self) -> tuple[ClusterObject, ...]:
        """All objects of the run except its pods."""
        return (*self.owners, *(one for one in self.jobs if one is not self.root), *self.workloads, *self.pod_groups)

    def events(self, *objects: ClusterObject | PodState) -> list[EventRecord]:
        """Return the events of objects, by time; of all objects of the run by default."""
        chosen = objects or (*self.objects, *self.pods)
        plain = [one.object if isinstance(one, PodState) else one for one in chosen]
        found = [record for one in plain for record in self.index.events.of(one.kind, one.namespace, one.name)]
        return sorted(found, key=lambda one: (one.last, one.kind, one.name, one.reason))

    def events_with(self, *reasons: str, of: Sequence[ClusterObject | PodState] = ()) -> list[EventRecord]:
        """Return the events with these reasons, by time."""
        return [one for one in self.events(*of) if one.reason in reasons]

    @cached_property
    def pod_events(self) -> tuple[EventRecord, ...]:
        """The events of all pods of the run, also of those that are gone, by time."""
        names = [one.name for one in self.jobs] or [self.name]
        known = {record.name for record in self.events(*self.pods)} if self.pods else set()
        gone = (one for name in names for one in self.index.events.named("Pod", self.namespace, f"{name}-"))
        found = [*self.events(*self.pods), *(one for one in gone if one.name not in known)] if self.pods else [*gone]
        return tuple(sorted(found, key=lambda one: (one.last, one.name, one.reason)))

    def label_of(self, key: str) -> str:
        """Return a label of the user's object, or of the JobSet; empty without one."""
        return next((text_at(one.labels, key) for one in self.owners if text_at(one.labels, key)), "")

    @cached_property
    def _pod_templates(self) -> list[ClusterObject]:
        pods = [pod.object for pod in self.pods]
        if self.jobset is not None:
            jobs = mappings_at(self.jobset.data, "spec", "replicatedJobs")
            pods += [ClusterObject(mapping_at(one, "template", "spec", "template")) for one in jobs]
        return pods

    def _owns(self, found: ClusterObject) -> bool:
        return any(found.is_owned_by(one) for one in self.owners)


def _parallelism(job: object) -> int:
    spec = mapping_at(job, "spec")
    return number_at(spec, "parallelism") or 1
