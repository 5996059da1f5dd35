"""ADM908 policy-event-unknown: a lifecycle policy has an event that policies do not support.

Policies support the events `*`, `PodFailed`, `PodEvicted`, `PodPending`, `Unknown`, `TaskCompleted`, `TaskFailed` and
`JobUpdated`. Volcano uses other events internally, and its webhook rejects them in policies.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/util.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      policies: [{event: PodRunning, action: CompleteJob}]
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
from render.rules.admission._field_errors import unsupported
from render.rules.admission.volcano._policies import events, policies
from render.rules.admission.volcano._tasks import JOB
from render.rules.rule import Finding, rule

_EVENTS = (*("*", "JobUpdated", "PodEvicted", "PodFailed", "PodPending", "TaskCompleted", "TaskFailed", "Unknown"),)


@rule(kinds=(JOB,), keys=("event", "events"))
def check(item: Object) -> Iterator[Finding]:
    """Check the events of each policy."""
    for path, policy in chain.from_iterable(policies(item)):
        for event, place in events(path, policy).items():
            if event not in _EVENTS:
                yield unsupported(place, event, _EVENTS)
