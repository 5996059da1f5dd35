"""ADM716 in-place-restart-gated: a JobSet restarts in place, which needs a feature gate.

The strategy `InPlaceRestart` is alpha: JobSet's webhook rejects it unless the feature gate `InPlaceRestart` is on. If
the gate is on in your cluster, ignore this rule.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      failurePolicy: {maxRestarts: 3, restartStrategy: InPlaceRestart}
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 2
              parallelism: 2
              backoffLimit: 2147483647
              podReplacementPolicy: Failed
              template: {spec: {containers: [{name: main, image: train}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      failurePolicy: {maxRestarts: 3, restartStrategy: BlockingRecreate}
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 2
              parallelism: 2
              backoffLimit: 0
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.manifests.jobset import JOBSET
from render.manifests.objects import Object
from render.problem import Severity
from render.rules.admission._field_errors import forbidden
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=(JOBSET,), keys=("restartStrategy",))
def check(item: Object) -> Iterator[Finding]:
    """Check the restart strategy."""
    strategy = item.data.get("spec", {}).get("failurePolicy", {}).get("restartStrategy")
    if strategy == "InPlaceRestart":
        why = "InPlaceRestart needs the feature gate InPlaceRestart, which is off"
        hint = "use `Recreate` or `BlockingRecreate`, or ignore this rule if the gate is on"
        yield forbidden(("spec", "failurePolicy", "restartStrategy"), why, hint)
