"""ADM911 policy-exit-code-zero: a lifecycle policy has the exit code 0, which means success.

A policy for an exit code applies to failures. Volcano's webhook rejects the exit code 0.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/util.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      policies: [{exitCode: 0, action: CompleteJob}]
      tasks:
        - name: worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
Use instead:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      policies: [{event: TaskCompleted, action: CompleteJob}]
      tasks:
        - name: worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
"""

from collections.abc import Iterator
from itertools import chain

from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.admission.volcano._policies import policies
from render.rules.admission.volcano._tasks import JOB
from render.rules.rule import Finding, rule


@rule(kinds=(JOB,), keys=("exitCode",))
def check(item: Object) -> Iterator[Finding]:
    """Check the exit code of each policy."""
    for place, policy in chain.from_iterable(policies(item)):
        if policy.get("exitCode") == 0:
            yield invalid((*place, "exitCode"), 0, "0 is not a valid error code", "use the event `TaskCompleted`")
