"""ADM715 restart-job-replicas-exceeded: a replicated job is too large for a failure policy that restarts single Jobs.

With the actions `RestartJob` and `RestartJobAndIgnoreMaxRestarts` JobSet counts the restarts of each Job in its status,
which has room for 1024 Jobs of a replicated job. Its webhook rejects more replicas.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      failurePolicy:
        rules: [{name: any, action: RestartJob}]
      replicatedJobs:
        - name: node
          replicas: 2000
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      failurePolicy:
        rules: [{name: any, action: RestartJobSet}]
      replicatedJobs:
        - name: node
          replicas: 2000
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.manifests.jobset import JOBSET, replicated_jobs
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.admission.jobset._failure_rules import failure_rules
from render.rules.rule import Finding, rule

_ACTIONS = ("RestartJob", "RestartJobAndIgnoreMaxRestarts")
_MAX = 1024


@rule(kinds=(JOBSET,), keys=("failurePolicy",))
def check(item: Object) -> Iterator[Finding]:
    """Check the replicas of each replicated job."""
    if not any(found.get("action") in _ACTIONS for _, found in failure_rules(item)):
        return
    for job in replicated_jobs(item.data):
        if job.replicas > _MAX:
            why = f"must be at most {_MAX} if a rule of the failure policy restarts single Jobs"
            yield invalid((*job.path, "replicas"), job.replicas, why)
