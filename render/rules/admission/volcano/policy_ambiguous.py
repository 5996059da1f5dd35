"""ADM907 policy-ambiguous: a lifecycle policy has both an event and an exit code, or neither.

A policy applies to events (`event` or `events`) or to an exit code. Volcano's webhook rejects a policy with both or
neither.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/util.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      policies: [{event: PodFailed, exitCode: 3, action: RestartJob}]
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
from render.rules.admission.volcano._policies import events, policies
from render.rules.admission.volcano._tasks import JOB
from render.rules.rule import Finding, rule


@rule(kinds=(JOB,), keys=("policies",))
def check(item: Object) -> Iterator[Finding]:
    """Check that each policy has either events or an exit code."""
    for place, policy in chain.from_iterable(policies(item)):
        has_events, has_code = bool(events(place, policy)), "exitCode" in policy
        if has_events and has_code:
            yield Finding(place, "must not specify event and exitCode simultaneously", "split it into two policies")
        elif not has_events and not has_code:
            yield Finding(
                place, "either event and exitCode should be specified", "set an event, such as `event: PodFailed`"
            )
