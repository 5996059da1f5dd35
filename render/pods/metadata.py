"""Labels and annotations that a JobSet's pods get, besides those of their template.

Sources: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/controllers/jobset_controller.go
and https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/controller/job/indexed_job_utils.go
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha1
from typing import NamedTuple

from render.manifests.jobset import ReplicatedJob
from render.manifests.places import Data

_PREFIX = "jobset.sigs.k8s.io/"
_DEFAULT_GROUP = "default"

JOBSET_UID = f"{_PREFIX}jobset-uid"
"""The label with the UID of a pod's JobSet."""


class Place(NamedTuple):
    """How many Jobs there are beside those of a replicated job, as JobSet counts them."""

    before: int
    total: int
    group_before: int
    group_total: int


def places(jobs: Sequence[ReplicatedJob]) -> Iterator[tuple[ReplicatedJob, Place]]:
    """Yield the replicated jobs of a JobSet, each with its place among them."""
    totals: Counter[str] = Counter()
    for job in jobs:
        totals[_group(job)] += job.replicas
    total, before = totals.total(), 0
    group_before: Counter[str] = Counter()
    for job in jobs:
        group = _group(job)
        yield job, Place(before, total, group_before[group], totals[group])
        before += job.replicas
        group_before[group] += job.replicas


def of_jobset(name: str, namespace: str, job: ReplicatedJob, place: Place, index: int) -> dict[str, str]:
    """Return what JobSet puts on the pods of one Job, as labels and as annotations.

    `index` is that of the Job in its replicated job. As on the first attempt: a restart counts in `restart-attempt`.
    Without the UID, which the API server chooses.
    """
    marks = {
        "jobset-name": name,
        "replicatedjob-name": job.name,
        "restart-attempt": "0",
        "replicatedjob-replicas": str(job.replicas),
        "global-replicas": str(place.total),
        "job-index": str(index),
        "job-key": sha1(f"{namespace}/{job.job_name(name, index)}".encode(), usedforsecurity=False).hexdigest(),
        "job-global-index": str(place.before + index),
        "group-name": _group(job),
        "group-replicas": str(place.group_total),
        "job-group-index": str(place.group_before + index),
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
