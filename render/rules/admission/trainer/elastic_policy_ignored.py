"""ADM854 elastic-policy-ignored: Trainer 2.1 ignores the elastic policy.

`torch.elasticPolicy` is a field of Trainer 2.0 and 2.1 that no code reads: the number of nodes is `numNodes`, the
rendezvous is static, and nothing restarts. Trainer 2.2 and later reject it.

Source: https://github.com/kubeflow/trainer/issues/2903

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {torch: {elasticPolicy: {minNodes: 2, maxNodes: 8}}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train:1}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 2, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train:1}]}}}
"""

from collections.abc import Iterator

from render.manifests.trainjob import RUNTIMES
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule
from render.schema_errors.error import get_path

_PLACE = ("spec", "mlPolicy", "torch", "elasticPolicy")


@rule(severity=Severity.WARNING, trainers=("2.1",), keys=("elasticPolicy",))
def check(items: Objects) -> Iterator[Finding]:
    """Check for an elastic policy."""
    for item in items:
        if item.kind.group_kind in RUNTIMES and get_path(item.data, _PLACE) is not None:
            message = "Trainer ignores it: one node trains, without restarts"
            yield Finding(_PLACE, message, "set `numNodes` and a failure policy", item)
