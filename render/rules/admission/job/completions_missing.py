"""ADM502 completions-missing: an indexed Job lacks `completions`.

With `completionMode: Indexed` each pod has an index below `completions`, so `completions` is required together with
`parallelism`. The API server rejects the Job.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      completionMode: Indexed
      parallelism: 2
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      completionMode: Indexed
      parallelism: 2
      completions: 2
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
"""

from collections.abc import Iterator

from render.manifests.jobs import Job
from render.rules.admission._field_errors import required
from render.rules.rule import Finding, rule


@rule(keys=("completionMode", "parallelism"))
def check(job: Job) -> Iterator[Finding]:
    """Check that `completions` is set; without `parallelism` both default to 1, except in a CronJob."""
    is_needed = "parallelism" in job.spec or job.object.kind.name == "CronJob"
    if job.is_indexed and "completions" not in job.spec and is_needed:
        hint = f"write `completions: {job.spec.get('parallelism', 1)}`"
        yield required((*job.spec_path, "completions"), "when completion mode is Indexed", hint)
