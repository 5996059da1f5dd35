"""ADM714 restart-job-gated: a rule of the failure policy restarts single Jobs, which needs a feature gate.

The actions `RestartJob` and `RestartJobAndIgnoreMaxRestarts` are alpha: JobSet's webhook rejects them unless the
feature gate `RestartJob` is on. If the gate is on in your cluster, ignore this rule; a replicated job can then have at
most 1024 replicas.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      failurePolicy:
        rules: [{name: any, action: RestartJob}]
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
        rules: [{name: any, action: RestartJobSet}]
      replicatedJobs:
        - name: node
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.manifests.jobset import JOBSET
from render.manifests.objects import Object
from render.problem import Severity
from render.rules.admission._field_errors import forbidden
from render.rules.admission.jobset._failure_rules import failure_rules
from render.rules.rule import Finding, rule

_ACTIONS = ("RestartJob", "RestartJobAndIgnoreMaxRestarts")


@rule(severity=Severity.WARNING, kinds=(JOBSET,), keys=("failurePolicy",))
def check(item: Object) -> Iterator[Finding]:
    """Check the action of each rule."""
    for place, found in failure_rules(item):
        action = found.get("action")
        if action in _ACTIONS:
            hint = f"use `{action.replace('Job', 'JobSet', 1)}`, or ignore this rule if the gate is on"
            yield forbidden((*place, "action"), f"{action} needs the feature gate RestartJob, which is off", hint)
