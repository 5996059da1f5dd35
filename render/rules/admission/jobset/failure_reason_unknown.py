"""ADM711 failure-reason-unknown: a rule of the failure policy waits for a reason that no Job fails for.

A rule can ask why a Job failed: `BackoffLimitExceeded`, `DeadlineExceeded`, `FailedIndexes`,
`MaxFailedIndexesExceeded` or `PodFailurePolicy`. JobSet's webhook refuses any other reason.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      failurePolicy:
        rules: [{name: oom, action: FailJobSet, onJobFailureReasons: [OOMKilled]}]
      replicatedJobs:
        - name: node
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      failurePolicy:
        rules: [{name: oom, action: FailJobSet, onJobFailureReasons: [PodFailurePolicy]}]
      replicatedJobs:
        - name: node
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.manifests.jobset import JOBSET
from render.manifests.objects import Object
from render.manifests.places import listed
from render.rules.admission._refusal import unsupported
from render.rules.admission.jobset._failure_rules import failure_rules
from render.rules.rule import Finding, rule

_REASONS = (
    *("BackoffLimitExceeded", "DeadlineExceeded", "FailedIndexes", "MaxFailedIndexesExceeded", "PodFailurePolicy"),
)


@rule(kinds=(JOBSET,), keys=("onJobFailureReasons",))
def check(item: Object) -> Iterator[Finding]:
    """Yield each reason that is none."""
    for place, found in failure_rules(item):
        for position, reason in listed(place, found, "onJobFailureReasons"):
            if reason not in _REASONS:
                yield unsupported(position, reason, _REASONS)
