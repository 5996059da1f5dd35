"""ADM506 success-policy-malformed: a rule of a Job's success policy can never be met.

A rule has `succeededIndexes`, `succeededCount` or both. The indexes are sorted and below `completions`, such as
`0,2-4`; the count is at most the number of these indexes. The API server rejects the Job.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#success-policy

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      completionMode: Indexed
      completions: 2
      parallelism: 2
      successPolicy: {rules: [{succeededIndexes: "2"}]}
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      completionMode: Indexed
      completions: 2
      parallelism: 2
      successPolicy: {rules: [{succeededIndexes: "0"}]}
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
"""

from collections.abc import Iterator

from render.kube.formats.job_indexes import count_indexes
from render.manifests.jobs import Job
from render.manifests.paths import Data, list_items
from render.rules.admission._field_errors import invalid, required
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


@rule(keys=("successPolicy",))
def check(job: Job) -> Iterator[Finding]:
    """Check each rule."""
    completions = job.spec.get("completions", None if "parallelism" in job.spec else 1)
    if job.is_indexed and completions is not None:
        path = (*job.spec_path, "successPolicy")
        for place, entry in list_items(path, job.spec.get("successPolicy", {}), "rules"):
            yield from _check_rule(place, entry, completions)


def _check_rule(path: Path, entry: Data, completions: int) -> Iterator[Finding]:
    text, count = entry.get("succeededIndexes"), entry.get("succeededCount")
    if text is None and count is None:
        yield required(path, "at least one of succeededCount or succeededIndexes must be specified")
    indexes, refusal = count_indexes(text or "", completions)
    if refusal is not None:
        yield invalid((*path, "succeededIndexes"), text, f"error parsing succeededIndexes: {refusal}")
    if count is None:
        return
    limits = {"specified completions": completions}
    if text is not None:
        limits["indexes in the specified succeededIndexes field"] = indexes
    if count < 0:
        yield invalid((*path, "succeededCount"), count, "must be greater than or equal to 0")
    for what, limit in limits.items():
        if count > limit:
            why = f"must be less than or equal to {limit} (the number of {what})"
            yield invalid((*path, "succeededCount"), count, why)
