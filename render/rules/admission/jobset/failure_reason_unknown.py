"""ADM711 failure-reason-unknown: a rule of the failure policy has an unknown failure reason.

`onJobFailureReasons` can have `BackoffLimitExceeded`, `DeadlineExceeded`, `FailedIndexes`, `MaxFailedIndexesExceeded`
and `PodFailurePolicy`. JobSet's webhook rejects any other reason.

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
from render.manifests.paths import list_items
from render.rules.admission._field_errors import unsupported
from render.rules.admission.jobset._failure_rules import failure_rules
from render.rules.rule import Finding, rule

_REASONS = (
    *("BackoffLimitExceeded", "DeadlineExceeded", "FailedIndexes", "MaxFailedIndexesExceeded", "PodFailurePolicy"),
)


@rule(kinds=(JOBSET,), keys=("onJobFailureReasons",))
def check(item: Object) -> Iterator[Finding]:
    """Check each reason."""
    for place, found in failure_rules(item):
        for position, reason in list_items(place, found, "onJobFailureReasons"):
            if reason not in _REASONS:
                yield unsupported(position, reason, _REASONS)
