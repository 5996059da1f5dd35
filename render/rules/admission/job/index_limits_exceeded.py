"""ADM503 index-limits-exceeded: an indexed Job is larger than its status can list.

The status names the indexes that are done, so an indexed Job has at most 100,000 pods at once; with more completions
than that and a limit for each index, at most 10,000, and as many failed indexes. The API server refuses the Job.

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
from render.rules.admission._refusal import invalid, required
from render.rules.rule import Finding, rule

MOST = 100_000
MOST_OF_MANY = 10_000
"""Where there are more completions than MOST, and a backoff limit per index."""


@rule(keys=("backoffLimitPerIndex", "maxFailedIndexes", "parallelism"))
def check(job: Job) -> Iterator[Finding]:
    """Yield each number that is too large for an indexed Job."""
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
