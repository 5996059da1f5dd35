"""ADM709 success-target-unknown: the success policy waits for a replicated job that is not there.

`successPolicy.targetReplicatedJobs` names replicated jobs of the same JobSet. JobSet's webhook refuses any other
name.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      successPolicy: {operator: All, targetReplicatedJobs: [leader]}
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
      successPolicy: {operator: All, targetReplicatedJobs: [node]}
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
from render.rules.admission.jobset._references import unknown
from render.rules.rule import Finding, rule


@rule(kinds=(JOBSET,), keys=("successPolicy",))
def check(item: Object) -> Iterator[Finding]:
    """Yield each target that is no replicated job."""
    policy = item.data.get("spec", {}).get("successPolicy", {})
    yield from unknown(item, listed(("spec", "successPolicy"), policy, "targetReplicatedJobs"))
