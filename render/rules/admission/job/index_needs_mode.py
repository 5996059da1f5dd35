"""ADM504 index-needs-mode: a Job that is not indexed has a limit per index, or a success policy.

`backoffLimitPerIndex`, `maxFailedIndexes` and `successPolicy` require `completionMode: Indexed`; `maxFailedIndexes`
also requires `backoffLimitPerIndex`. The API server rejects the Job.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#backoff-limit-per-index

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      backoffLimitPerIndex: 1
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      completionMode: Indexed
      completions: 2
      backoffLimitPerIndex: 1
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
"""

from collections.abc import Iterator

from render.manifests.jobs import Job
from render.rules.admission._field_errors import invalid, required
from render.rules.rule import Finding, rule


@rule(keys=("backoffLimitPerIndex", "maxFailedIndexes", "successPolicy"))
def check(job: Job) -> Iterator[Finding]:
    """Check that each field has the fields that it requires."""
    for field in ("backoffLimitPerIndex", "maxFailedIndexes", "successPolicy") if not job.is_indexed else ():
        if field in job.spec:
            value, hint = job.spec[field], "set `completionMode: Indexed` and `completions`"
            yield invalid((*job.spec_path, field), value, "requires indexed completion mode", hint)
    if "maxFailedIndexes" in job.spec and "backoffLimitPerIndex" not in job.spec:
        yield required((*job.spec_path, "backoffLimitPerIndex"), "when maxFailedIndexes is specified")
