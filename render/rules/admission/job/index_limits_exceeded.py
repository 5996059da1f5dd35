"""ADM503 index-limits-exceeded: an indexed Job has too many pods or indexes.

The status of an indexed Job lists its finished indexes, so `parallelism` and `maxFailedIndexes` are at most 100,000.
With more than 100,000 completions and `backoffLimitPerIndex`, both are at most 10,000. The API server rejects the Job.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#backoff-limit-per-index

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      completionMode: Indexed
      completions: 200000
      parallelism: 200000
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      completionMode: Indexed
      completions: 200000
      parallelism: 1000
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
"""

from collections.abc import Iterator

from render.manifests.jobs import Job
from render.rules.admission._field_errors import invalid, required
from render.rules.rule import Finding, rule

MOST = 100_000
MOST_OF_MANY = 10_000
"""The limit with more completions than MOST and a backoff limit per index."""


@rule(keys=("backoffLimitPerIndex", "maxFailedIndexes", "parallelism"))
def check(job: Job) -> Iterator[Finding]:
    """Check the numbers of an indexed Job."""
    if not job.is_indexed:
        return
    completions, failed = job.spec.get("completions", 0), job.spec.get("maxFailedIndexes")
    path = (*job.spec_path, "maxFailedIndexes")
    is_large = completions > MOST and "backoffLimitPerIndex" in job.spec
    limit = MOST_OF_MANY if is_large else MOST
    for field in ("parallelism", "maxFailedIndexes"):
        value = job.spec.get(field, 0)
        if value > limit:
            yield invalid((*job.spec_path, field), value, f"must be less than or equal to {limit} for an Indexed Job")
    if is_large and failed is None:
        yield required(path, f"must be specified when completions is above {MOST}")
    if failed is not None and "completions" in job.spec and failed > completions:
        yield invalid(path, failed, "must be less than or equal to completions")
