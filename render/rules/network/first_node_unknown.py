"""NET204 first-node-unknown: the address of the first node matches no pod.

JobSet names a pod's host `JOBSET-ROLE-JOB-INDEX`, below the subdomain of the JobSet, which is its name unless
`network.subdomain` is set. A name that differs by one letter doesn't resolve, and all nodes wait for it.

Source: https://jobset.sigs.k8s.io/docs/concepts/

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              completionMode: Indexed
              completions: 2
              parallelism: 2
              template:
                spec:
                  containers:
                    - name: node
                      image: registry.example/train:1
                      env: [{name: MASTER_ADDR, value: train-worker-0-0.train}]
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              completionMode: Indexed
              completions: 2
              parallelism: 2
              template:
                spec:
                  containers:
                    - name: node
                      image: registry.example/train:1
                      env: [{name: MASTER_ADDR, value: train-node-0-0.train}]
"""

import re
from collections.abc import Iterator

from render.manifests.jobset import ReplicatedJob, replicated_jobs
from render.manifests.objects import Object, object_name
from render.programs.endpoints import rendezvous_endpoints
from render.programs.programs import mentions_any, programs
from render.rules.rule import Finding, rule

_INDEXES = r"(?P<job>.+)-(?P<replica>\d+)-(?P<index>\d+)"


@rule(kinds=("jobset.x-k8s.io/JobSet",))
def check(item: Object) -> Iterator[Finding]:
    """Compare the addresses that begin with the name of the JobSet with its pods."""
    own = object_name(item)
    if own is None or not mentions_any(item, [f"{own}-"]):
        return
    domain = item.data.get("spec", {}).get("network", {}).get("subdomain", own)
    for program in programs(item):
        for word, source, address in rendezvous_endpoints(program):
            host, _, rest = address.partition(".")
            match = re.fullmatch(_INDEXES, host)
            if not word.is_literal or match is None or not host.startswith(f"{own}-"):
                continue
            is_below, reason = rest.split(".")[0] == domain, _mismatch(item, own, match)
            if not is_below and reason is None:
                reason = f"its domain is `{domain}`"
            elif not is_below:
                continue  # may belong to another JobSet
            if reason is not None:
                yield Finding(
                    word.path,
                    f"`{source}` is `{address}`, but there is no such pod: {reason}",
                    _first_host(item, own, domain),
                )


def _mismatch(item: Object, own: str, match: re.Match[str]) -> str | None:
    jobs = {f"{own}-{job.name}": job for job in replicated_jobs(item.data)}
    job = jobs.get(match["job"])
    if job is None:
        return f"the replicated jobs are {', '.join(f'`{found.name}`' for found in jobs.values())}"
    if int(match["replica"]) >= job.replicas:
        return f"`{job.name}` has {job.replicas} replicas, counted from 0"
    pods = _pods(job)
    return None if pods is None or int(match["index"]) < pods else f"`{job.name}` has {pods} pods, counted from 0"


def _pods(job: ReplicatedJob) -> int | None:
    return None if job.indexes is None else max(job.indexes, job.parallelism)


def _first_host(item: Object, own: str, domain: str) -> str | None:
    return next((f"use `{job.host_name(own, 0, 0)}.{domain}`" for job in replicated_jobs(item.data)), None)
