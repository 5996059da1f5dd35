"""The Jobs and pods that controllers make of an object, as they send them to the API server: the first of each role.

What is in a template nobody judges before that. Sources: JobSet v0.12.0, `pkg/controllers/jobset_controller.go`;
Kubernetes 1.36, `pkg/controller/job/indexed_job_utils.go`.
"""

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from render.kube.generated import name_of
from render.manifests.jobs import Job, jobs
from render.manifests.jobset import JOBSET, ReplicatedJob, jobset_name
from render.manifests.objects import Object
from render.manifests.places import Data
from render.shape.mistake import Path, at

_MARK = "jobset.sigs.k8s.io"
_INDEX = "batch.kubernetes.io/job-completion-index"
_MADE_OF = frozenset({JOBSET, "batch/CronJob", "batch/Job"})


class Child(NamedTuple):
    """An object that a controller makes."""

    data: Data
    template: Path
    """Leads to what it is made of in the object that is written."""

    @property
    def label(self) -> str:
        """Its `Kind/name`; of a pod, the part of the name that is no chance."""
        metadata = self.data["metadata"]
        return f"{self.data['kind']}/{metadata.get('name') or metadata['generateName'].rstrip('-')}"


def children(item: Object) -> Iterator[Child]:
    """Yield the first Job of each role, and the first pod of each Job. The object's fields have the right types."""
    if item.kind.group_kind not in _MADE_OF:
        return
    for job in jobs(item):
        made = _of_jobset(item, job) if item.kind.group_kind == JOBSET else _named(item, job)
        if job.path:
            yield Child(made, job.path)
        yield Child(_pod(made), (*job.spec_path, "template"))


def _of_jobset(item: Object, job: Job) -> dict[str, Any]:
    role = ReplicatedJob(job.path[:-1], at(item.data, job.path[:-1]))
    jobset = jobset_name(item.data)
    marks = {
        f"{_MARK}/jobset-name": jobset,
        f"{_MARK}/replicatedjob-name": role.name,
        f"{_MARK}/replicatedjob-replicas": str(role.replicas),
        f"{_MARK}/job-index": "0",
        f"{_MARK}/restart-attempt": "0",
    }
    made = _job(item, job, role.job_name(jobset, 0))
    spec = made["spec"]
    spec.setdefault("completionMode", "Indexed")
    pod = spec["template"].setdefault("spec", {})
    pod.setdefault("restartPolicy", "OnFailure")
    pod["subdomain"] = at(item.data, ("spec", "network", "subdomain")) or jobset
    _mark(made, marks)
    _mark(spec["template"], marks)
    return made


def _named(item: Object, job: Job) -> dict[str, Any]:
    return _job(item, job, name_of(item.data.get("metadata", {})))


def _job(item: Object, job: Job, name: str) -> dict[str, Any]:
    metadata = {key: job.metadata[key] for key in ("labels", "annotations") if key in job.metadata}
    place = {"name": name, "namespace": item.data["metadata"].get("namespace")}
    spec = {"template": {}, **copy.deepcopy(dict(job.spec))}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": {**metadata, **place}, "spec": spec}


def _pod(job: Data) -> Data:
    spec, name = job["spec"], job["metadata"]["name"]
    made = copy.deepcopy(spec["template"])
    host = f"{name}-0" if spec.get("completionMode") == "Indexed" else name
    marks = {"batch.kubernetes.io/job-name": name} | ({_INDEX: "0"} if host != name else {})
    _mark(made, marks)
    metadata = {**made["metadata"], "namespace": job["metadata"]["namespace"], "generateName": f"{host}-"}
    own = {**made.get("spec", {})} | ({"hostname": host} if host != name else {})
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": own}


def _mark(data: dict[str, Any], marks: Data) -> None:
    """Add labels, which are annotations as well."""
    metadata = data.setdefault("metadata", {})
    for field in ("labels", "annotations"):
        metadata[field] = {**metadata.get(field, {}), **marks}
