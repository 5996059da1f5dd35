"""ADM713 failure-rule-name-repeated: two rules of the failure policy have the same name.

The JobSet's status identifies rules by name. JobSet's webhook rejects a repeated name.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      failurePolicy:
        rules:
          - {name: host, action: FailJobSet, onJobFailureReasons: [DeadlineExceeded]}
          - {name: host, action: RestartJobSet}
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
        rules:
          - {name: deadline, action: FailJobSet, onJobFailureReasons: [DeadlineExceeded]}
          - {name: host, action: RestartJobSet}
      replicatedJobs:
        - name: node
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.manifests.jobset import JOBSET
from render.manifests.objects import Object
from render.rules.admission._field_errors import duplicate
from render.rules.admission.jobset._failure_rules import failure_rules
from render.rules.rule import Finding, rule


@rule(kinds=(JOBSET,), keys=("failurePolicy",))
def check(item: Object) -> Iterator[Finding]:
    """Check for repeated names."""
    seen: set[str] = set()
    for position, (place, found) in enumerate(failure_rules(item)):
        name = found.get("name") or f"failurePolicyRule{position}"
        if name in seen:
            yield duplicate((*place, "name"), name)
        seen.add(name)
