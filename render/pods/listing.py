"""List the pods of JobSets, with the labels and annotations that controllers add to them.

Sources: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/controllers/jobset_controller.go
and https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/controller/job/indexed_job_utils.go
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha1
from itertools import islice, repeat
from typing import NamedTuple

from render.manifests.jobset import JOBSET, ReplicatedJob, jobset_name, replicated_jobs
from render.manifests.objects import Object, object_name
from render.manifests.paths import Data
from render.pods.environment import ConfigMaps, PodFields
from render.pods.pod import RunPod

_PREFIX = "jobset.sigs.k8s.io/"
_DEFAULT_GROUP = "default"

JOBSET_NAME = f"{_PREFIX}jobset-name"
JOBSET_UID = f"{_PREFIX}jobset-uid"
"""The label with the UID of a pod's JobSet."""


class JobPosition(NamedTuple):
    """Position of a replicated job among the Jobs of its JobSet and of its group."""

    before: int
    total: int
    group_before: int
    group_total: int


def job_positions(jobs: Sequence[ReplicatedJob]) -> Iterator[tuple[ReplicatedJob, JobPosition]]:
    """Yield the replicated jobs of a JobSet with their positions."""
    totals: Counter[str] = Counter()
    for job in jobs:
        totals[_group(job)] += job.replicas
    total, before = totals.total(), 0
    group_before: Counter[str] = Counter()
    for job in jobs:
        group = _group(job)
        yield job, JobPosition(before, total, group_before[group], totals[group])
        before += job.replicas
        group_before[group] += job.replicas


def jobset_metadata(name: str, namespace: str, job: ReplicatedJob, place: JobPosition, index: int) -> dict[str, str]:
    """Return the metadata that JobSet adds to the pods of one Job, both as labels and as annotations.

    `index` is the Job's index in its replicated job. Values are those of the first attempt (`restart-attempt` is 0),
    without the UID, which the API server assigns.
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


def job_labels(name: str) -> dict[str, str]:
    """Return the labels that the Job controller puts on the pods of a Job, without its UID."""
    return {"batch.kubernetes.io/job-name": name, "job-name": name}


def template_metadata(template: Data, field: str) -> Mapping[str, str]:
    """Return the labels or the annotations of a pod's template."""
    found: Mapping[str, str] = template.get("metadata", {}).get(field, {})
    return found


def _group(job: ReplicatedJob) -> str:
    return str(job.data.get("groupName", _DEFAULT_GROUP))


CONFIG_MAP = "/ConfigMap"


def list_pods(objects: Sequence[Object], namespace: str, domain: str, most: int | None = None) -> Iterator[RunPod]:
    """Yield the pods of every JobSet among the objects, by role and index.

    `namespace` is the default for objects without one, `domain` the cluster domain, `most` the maximum number of pods
    per role.
    """
    config_maps: dict[str, dict[str, Data]] = {}
    for item in objects:
        if item.kind.group_kind == CONFIG_MAP:
            config_maps.setdefault(_namespace(item, namespace), {})[object_name(item) or ""] = item.data
    for jobset in objects:
        if jobset.kind.group_kind == JOBSET:
            here = _namespace(jobset, namespace)
            for found in _of_jobset(jobset.data, here, domain, config_maps.get(here, {})):
                yield from islice(found, most)


def _of_jobset(data: Data, namespace: str, domain: str, config_maps: ConfigMaps) -> Iterator[Iterator[RunPod]]:
    """Yield the pods of each role."""
    jobset, network = jobset_name(data), data.get("spec", {}).get("network", {})
    has_names = network.get("enableDNSHostnames", True)
    below = f".{network.get('subdomain', jobset)}.{namespace}.svc.{domain}" if has_names else None
    names = _Names(jobset, namespace, below)
    for role, place in job_positions(list(replicated_jobs(data))):
        yield _of_role(role, place, names, config_maps)


class _Names(NamedTuple):
    """Parts of the names of a JobSet's pods."""

    jobset: str
    namespace: str
    below: str | None
    """DNS suffix of the host names; None if the pods have no DNS names."""


def _of_role(role: ReplicatedJob, place: JobPosition, names: _Names, config_maps: ConfigMaps) -> Iterator[RunPod]:
    for index in range(role.replicas):
        marks = jobset_metadata(names.jobset, names.namespace, role, place, index)
        template, job = role.job.get("template", {}), role.job_name(names.jobset, index)
        fields = PodFields(
            namespace=names.namespace,
            service_account=role.pod.get("serviceAccountName", "default"),
            labels={**template_metadata(template, "labels"), **marks, **job_labels(job)},
            annotations={**template_metadata(template, "annotations"), **marks},
        )
        for number in _numbers(role):
            host = role.pod.get("hostname") if number is None else f"{job}-{number}"
            yield RunPod(
                name=job if number is None else f"{job}-{number}",
                hostname=host,
                fqdn=f"{host}{names.below}" if host and names.below else None,
                role=role,
                job_index=index,
                fields=replace(fields, index=number),
                config_maps=config_maps,
            )


def _numbers(role: ReplicatedJob) -> Iterable[int | None]:
    if role.indexes is not None:
        return range(role.indexes)
    return repeat(None, role.job.get("completions", role.parallelism))


def _namespace(item: Object, otherwise: str) -> str:
    return str(item.data.get("metadata", {}).get("namespace", otherwise))
