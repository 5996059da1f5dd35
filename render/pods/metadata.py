"""Labels and annotations that a JobSet's pods get, besides those of their template.

Sources: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/controllers/jobset_controller.go
and https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/controller/job/indexed_job_utils.go
"""

from collections.abc import Mapping, Sequence
from hashlib import sha1

from render.manifests.jobset import ReplicatedJob
from render.manifests.places import Data

_PREFIX = "jobset.sigs.k8s.io/"
_DEFAULT_GROUP = "default"

JOBSET_UID = f"{_PREFIX}jobset-uid"
"""The label with the UID of a pod's JobSet."""


def of_jobset(name: str, namespace: str, jobs: Sequence[ReplicatedJob], position: int, index: int) -> dict[str, str]:
    """Return what JobSet puts on the pods of one Job, as labels and as annotations.

    `position` is that of the replicated job, `index` that of the Job in it. As on the first attempt: a restart counts
    in `restart-attempt`. Without the UID, which the API server chooses.
    """
    own = jobs[position]
    before = sum(job.replicas for job in jobs[:position])
    group = [(place, job) for place, job in enumerate(jobs) if _group(job) == _group(own)]
    group_before = sum(job.replicas for place, job in group if place < position)
    marks = {
        "jobset-name": name,
        "replicatedjob-name": own.name,
        "restart-attempt": "0",
        "replicatedjob-replicas": str(own.replicas),
        "global-replicas": str(sum(job.replicas for job in jobs)),
        "job-index": str(index),
        "job-key": sha1(f"{namespace}/{own.job_name(name, index)}".encode(), usedforsecurity=False).hexdigest(),
        "job-global-index": str(before + index),
        "group-name": _group(own),
        "group-replicas": str(sum(job.replicas for _, job in group)),
        "job-group-index": str(group_before + index),
    }
    return {f"{_PREFIX}{key}": value for key, value in marks.items()}


def of_job(name: str) -> dict[str, str]:
    """Return the labels that the Job controller puts on the pods of a Job, without its UID."""
    return {"batch.kubernetes.io/job-name": name, "job-name": name}


def own(template: Data, field: str) -> Mapping[str, str]:
    """Return the labels or the annotations of a pod's template."""
    found: Mapping[str, str] = template.get("metadata", {}).get(field, {})
    return found


def _group(job: ReplicatedJob) -> str:
    return str(job.data.get("groupName", _DEFAULT_GROUP))
