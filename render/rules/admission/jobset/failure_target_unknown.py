"""ADM710 failure-target-unknown: a rule of the failure policy is about a replicated job that is not there.

`targetReplicatedJobs` of a rule names replicated jobs of the same JobSet. JobSet's webhook refuses any other name.

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
from render.manifests.places import listed
from render.rules.admission.jobset._failure_rules import failure_rules
from render.rules.admission.jobset._references import unknown
from render.rules.rule import Finding, rule


@rule(kinds=(JOBSET,), keys=("failurePolicy",))
def check(item: Object) -> Iterator[Finding]:
    """Yield each target of a rule that is no replicated job."""
    for place, found in failure_rules(item):
        yield from unknown(item, listed(place, found, "targetReplicatedJobs"))
