"""From a JobSet to its pods."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, repeat
from typing import NamedTuple

from render.manifests.identity import name
from render.manifests.jobset import JOBSET, ReplicatedJob, jobset_name, replicated_jobs
from render.manifests.objects import Object
from render.manifests.places import Data
from render.pods.environment import ConfigMaps
from render.pods.fields import Fields
from render.pods.metadata import Place, of_job, of_jobset, own, places
from render.pods.pod import Pod

CONFIG_MAP = "/ConfigMap"


def pods(objects: Sequence[Object], namespace: str, domain: str, most: int | None = None) -> Iterator[Pod]:
    """Yield the pods of every JobSet among the objects, by role and index.

    `namespace` is that of objects which name none, `domain` the cluster's, `most` the number of pods of a role that are
    enough.
    """
    config_maps: dict[str, dict[str, Data]] = {}
    for item in objects:
        if item.kind.group_kind == CONFIG_MAP:
            config_maps.setdefault(_namespace(item, namespace), {})[name(item) or ""] = item.data
    for jobset in objects:
        if jobset.kind.group_kind == JOBSET:
            here = _namespace(jobset, namespace)
            for found in _of_jobset(jobset.data, here, domain, config_maps.get(here, {})):
                yield from islice(found, most)


def _of_jobset(data: Data, namespace: str, domain: str, config_maps: ConfigMaps) -> Iterator[Iterator[Pod]]:
    """Yield the pods of each role."""
    jobset, network = jobset_name(data), data.get("spec", {}).get("network", {})
    has_names = network.get("enableDNSHostnames", True)
    below = f".{network.get('subdomain', jobset)}.{namespace}.svc.{domain}" if has_names else None
    names = _Names(jobset, namespace, below)
    for role, place in places(list(replicated_jobs(data))):
        yield _of_role(role, place, names, config_maps)


class _Names(NamedTuple):
    """What the names of a JobSet's pods are made of."""

    jobset: str
    namespace: str
    below: str | None
    """What follows a host name; None where pods have no DNS names."""


def _of_role(role: ReplicatedJob, place: Place, names: _Names, config_maps: ConfigMaps) -> Iterator[Pod]:
    for index in range(role.replicas):
        marks = of_jobset(names.jobset, names.namespace, role, place, index)
        template, job = role.job.get("template", {}), role.job_name(names.jobset, index)
        fields = Fields(
            namespace=names.namespace,
            service_account=role.pod.get("serviceAccountName", "default"),
            labels={**own(template, "labels"), **marks, **of_job(job)},
            annotations={**own(template, "annotations"), **marks},
        )
        for number in _numbers(role):
            host = role.pod.get("hostname") if number is None else f"{job}-{number}"
            yield Pod(
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
