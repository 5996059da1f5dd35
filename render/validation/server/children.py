"""Objects that controllers create for an object, as sent to the API server.

Of a JobSet, Job or CronJob: the first Job and the first pod of each role, since the API server only then validates
their templates. Of a TrainJob: what Kubeflow Trainer creates, with the fields that it comes from.
Sources: JobSet v0.12.0, `pkg/controllers/jobset_controller.go`; Kubernetes 1.36,
`pkg/controller/job/indexed_job_utils.go`.
"""

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from render.kube.gvk import GroupVersionKind
from render.kube.server_defaults import name_of
from render.manifests.finding import Finding
from render.manifests.jobs import Job, jobs
from render.manifests.jobset import JOBSET, ReplicatedJob, jobset_name
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.manifests.trainjob import Training
from render.schema_errors.error import Path, existing_ancestor, get_path
from render.source import Document
from render.trainer import expand, pair_runtimes
from render.trainer.provenance import trace_origins

_MARK = "jobset.sigs.k8s.io"
_INDEX = "batch.kubernetes.io/job-completion-index"
_PARENTS = frozenset({JOBSET, "batch/CronJob", "batch/Job"})


class Child(NamedTuple):
    """An object that a controller creates."""

    data: Data
    template: Path
    """Path of its template in the object of the manifest."""

    @property
    def label(self) -> str:
        """`Kind/name`; for a pod, the name without its random suffix."""
        metadata = self.data["metadata"]
        return f"{self.data['kind']}/{metadata.get('name') or metadata['generateName'].rstrip('-')}"


def children(item: Object) -> Iterator[Child]:
    """Yield the first Job of each role and the first pod of each Job. The object must match its schema."""
    if item.kind.group_kind not in _PARENTS:
        return
    for job in jobs(item):
        child = _of_jobset(item, job) if item.kind.group_kind == JOBSET else _named(item, job)
        if job.path:
            yield Child(child, job.path)
        yield Child(_pod(child), (*job.spec_path, "template"))


def _of_jobset(item: Object, job: Job) -> dict[str, Any]:
    role = ReplicatedJob(job.path[:-1], get_path(item.data, job.path[:-1]))
    jobset = jobset_name(item.data)
    marks = {
        f"{_MARK}/jobset-name": jobset,
        f"{_MARK}/replicatedjob-name": role.name,
        f"{_MARK}/replicatedjob-replicas": str(role.replicas),
        f"{_MARK}/job-index": "0",
        f"{_MARK}/restart-attempt": "0",
    }
    child = _job(item, job, role.job_name(jobset, 0))
    spec = child["spec"]
    spec.setdefault("completionMode", "Indexed")
    pod = spec["template"].setdefault("spec", {})
    pod.setdefault("restartPolicy", "OnFailure")
    pod["subdomain"] = get_path(item.data, ("spec", "network", "subdomain")) or jobset
    _mark(child, marks)
    _mark(spec["template"], marks)
    return child


def _named(item: Object, job: Job) -> dict[str, Any]:
    return _job(item, job, name_of(item.data.get("metadata", {})))


def _job(item: Object, job: Job, name: str) -> dict[str, Any]:
    metadata = {key: job.metadata[key] for key in ("labels", "annotations") if key in job.metadata}
    place = {"name": name, "namespace": item.data["metadata"].get("namespace")}
    spec = {"template": {}, **copy.deepcopy(dict(job.spec))}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": {**metadata, **place}, "spec": spec}


def _pod(job: Data) -> Data:
    spec, name = job["spec"], job["metadata"]["name"]
    child = copy.deepcopy(spec["template"])
    host = f"{name}-0" if spec.get("completionMode") == "Indexed" else name
    marks = {"batch.kubernetes.io/job-name": name} | ({_INDEX: "0"} if host != name else {})
    _mark(child, marks)
    metadata = {**child["metadata"], "namespace": job["metadata"]["namespace"], "generateName": f"{host}-"}
    own = {**child.get("spec", {})} | ({"hostname": host} if host != name else {})
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": own}


def _mark(data: dict[str, Any], marks: Data) -> None:
    """Add the labels, and annotations of the same names."""
    metadata = data.setdefault("metadata", {})
    for field in ("labels", "annotations"):
        metadata[field] = {**metadata.get(field, {}), **marks}


_NOWHERE = Document("", "", None)


class TrainerObject(NamedTuple):
    """An object that Trainer creates."""

    training: Training
    object: Object

    def at_source(self, found: Finding, items: tuple[Object, ...]) -> Finding:
        """Return a finding at the field that it comes from: in the TrainJob, or in the runtime if the user wrote it."""
        data = self.object.data
        places = trace_origins(self.training, data, existing_ancestor(data, found.path))
        item, path = next(place for place in places if any(place[0] is item for item in items))
        message = f"{found.object.label}, which Trainer creates from it: {found.message}"
        return found._replace(object=item, path=path, message=message)


def trainer_objects(items: tuple[Object, ...], trainer: str) -> Iterator[TrainerObject]:
    """Yield the objects that a release of Trainer creates from TrainJobs and runtimes. Raises OSError, ValueError."""
    for training in pair_runtimes(items, trainer):
        for data in expand(training, trainer).objects:
            yield TrainerObject(
                training, Object(_NOWHERE, "", GroupVersionKind.of(data["apiVersion"], data["kind"]), dict(data))
            )
