"""ADM909 policy-action-unknown: a lifecycle policy has an unknown action.

The action of a policy for events is `AbortJob`, `RestartJob`, `RestartTask`, `RestartPod`, `RestartPartition`,
`TerminateJob`, `CompleteJob` or `ResumeJob`. Volcano's webhook rejects any other action, and a policy for events
without one.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/util.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      policies: [{event: PodFailed, action: Restart}]
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
      policies: [{event: PodFailed, action: RestartJob}]
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

_ACTIONS = (
    *("AbortJob", "CompleteJob", "RestartJob", "RestartPartition", "RestartPod", "RestartTask", "ResumeJob"),
    "TerminateJob",
)


@rule(kinds=(JOB,), keys=("event", "events"))
def check(item: Object) -> Iterator[Finding]:
    """Check the action of each policy for events; the webhook does not check policies for exit codes."""
    for path, policy in chain.from_iterable(policies(item)):
        action = policy.get("action", "")
        if events(path, policy) and action not in _ACTIONS:
            yield unsupported((*path, "action"), action, _ACTIONS)
