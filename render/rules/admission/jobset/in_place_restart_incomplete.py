"""ADM717 in-place-restart-incomplete: a JobSet restarts in place, but the settings of its Jobs do not allow it.

To restart in place, every Job needs `backoffLimit: 2147483647`, `podReplacementPolicy: Failed`, and equal `completions`
and `parallelism`, both set. If the feature gate `InPlaceRestart` is on, JobSet's webhook rejects other Jobs.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      failurePolicy: {maxRestarts: 3, restartStrategy: InPlaceRestart}
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 2
              parallelism: 2
              backoffLimit: 0
              template: {spec: {containers: [{name: main, image: train}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      failurePolicy: {maxRestarts: 3, restartStrategy: BlockingRecreate}
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 2
              parallelism: 2
              backoffLimit: 0
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.manifests.jobset import JOBSET, ReplicatedJob, replicated_jobs
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule

_UNLIMITED = 2**31 - 1


@rule(kinds=(JOBSET,), keys=("restartStrategy",))
def check(item: Object) -> Iterator[Finding]:
    """Check the Jobs of a JobSet that restarts in place."""
    if item.data.get("spec", {}).get("failurePolicy", {}).get("restartStrategy") == "InPlaceRestart":
        for job in replicated_jobs(item.data):
            yield from _check_job(job)


def _check_job(job: ReplicatedJob) -> Iterator[Finding]:
    limit, policy, completions = (job.job.get(key) for key in ("backoffLimit", "podReplacementPolicy", "completions"))
    if limit != _UNLIMITED:
        yield invalid((*job.job_path, "backoffLimit"), limit, f"must be {_UNLIMITED} for a restart in place")
    if policy != "Failed":
        yield invalid((*job.job_path, "podReplacementPolicy"), policy, "must be Failed for a restart in place")
    if completions is None or completions != job.job.get("parallelism"):
        why = "completions and parallelism must be set and equal for a restart in place"
        yield invalid((*job.job_path, "completions"), completions, why)
