"""ADM803 runtime-deprecated: a runtime is deprecated.

The label `trainer.kubeflow.org/support: deprecated` marks a ClusterTrainingRuntime that a later release of Trainer
removes. Trainer's webhook warns about it.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/webhooks/clustertrainingruntime_webhook.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch, labels: {trainer.kubeflow.org/support: deprecated}}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.trainjob import CLUSTER_RUNTIME
from render.problem import Severity
from render.rules.rule import Finding, rule

_LABEL = "trainer.kubeflow.org/support"


@rule(severity=Severity.WARNING, kinds=(CLUSTER_RUNTIME,), keys=(_LABEL,))
def check(item: Object) -> Iterator[Finding]:
    """Check the label."""
    if item.data.get("metadata", {}).get("labels", {}).get(_LABEL) == "deprecated":
        message = "the runtime is deprecated and will be removed in a future release of Kubeflow Trainer"
        yield Finding(("metadata", "labels", _LABEL), message)
