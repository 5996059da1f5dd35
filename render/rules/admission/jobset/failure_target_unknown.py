"""ADM710 failure-target-unknown: a rule of the failure policy targets an unknown replicated job.

A rule's `targetReplicatedJobs` names replicated jobs of the same JobSet. JobSet's webhook rejects any other name.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      failurePolicy:
        rules: [{name: leader, action: FailJobSet, targetReplicatedJobs: [leader]}]
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
        rules: [{name: leader, action: FailJobSet, targetReplicatedJobs: [node]}]
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
from render.rules.admission.jobset._failure_rules import failure_rules
from render.rules.admission.jobset._references import check_references
from render.rules.rule import Finding, rule


@rule(kinds=(JOBSET,), keys=("failurePolicy",))
def check(item: Object) -> Iterator[Finding]:
    """Check the targets of each rule."""
    for place, found in failure_rules(item):
        yield from check_references(item, list_items(place, found, "targetReplicatedJobs"))
