"""ADM908 policy-event-unknown: a lifecycle policy waits for an event that is Volcano's own.

Policies can be for `*`, `PodFailed`, `PodEvicted`, `PodPending`, `Unknown`, `TaskCompleted`, `TaskFailed` and
`JobUpdated`. Other events exist inside Volcano, and its webhook refuses them here.

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
from render.rules.admission._refusal import unsupported
from render.rules.admission.volcano._policies import events, policies
from render.rules.admission.volcano._tasks import JOB
from render.rules.rule import Finding, rule

_EVENTS = (*("*", "JobUpdated", "PodEvicted", "PodFailed", "PodPending", "TaskCompleted", "TaskFailed", "Unknown"),)


@rule(kinds=(JOB,), keys=("event", "events"))
def check(item: Object) -> Iterator[Finding]:
    """Yield each event that no policy can be for."""
    for path, policy in chain.from_iterable(policies(item)):
        for event, place in events(path, policy).items():
            if event not in _EVENTS:
                yield unsupported(place, event, _EVENTS)
