"""ADM840 trainer-block-missing: a TrainJob without `trainer` gets no variables of its framework.

Trainer sets the variables by which the nodes find each other, and their port, only if the TrainJob has `spec.trainer`;
an empty block is enough. Without it each pod trains alone, or waits forever for variables that are never set.

Source: https://github.com/kubeflow/trainer/issues/4076

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      suspend: false
    ---
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
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {}
    ---
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

from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule

_FRAMEWORKS = {"jax": "JAX_*", "torch": "PET_*", "xgboost": "DMLC_*"}


@rule(severity=Severity.WARNING)
def check(items: Objects) -> Iterator[Finding]:
    """Check for TrainJobs without `trainer`, unless the runtime injects the variables."""
    for training in trainings(items):
        framework = next((key for key in _FRAMEWORKS if key in training.policy), None)
        if training.trainer is None and framework and "envInjection" not in (training.policy[framework] or {}):
            message = f"without `trainer` no container gets `{_FRAMEWORKS[framework]}`"
            yield Finding(("spec",), message, "set `trainer: {}`", training.job)
