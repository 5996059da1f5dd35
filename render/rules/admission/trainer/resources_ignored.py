"""ADM849 resources-ignored: Trainer ignores a TrainJob's resources.

Trainer uses `resourcesPerNode` only with a runtime that has an `mlPolicy`. Without it Trainer still applies `numNodes`,
but the pods have the resources of the runtime.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/core/trainingruntime.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {resourcesPerNode: {requests: {memory: 512Gi}}}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
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
      trainer: {resourcesPerNode: {requests: {memory: 512Gi}}}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1}
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
from render.rules.admission.trainer._resources import PLACE, resource_names, trainjob_resources
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("resourcesPerNode",))
def check(items: Objects) -> Iterator[Finding]:
    """Check for resources on a runtime without `mlPolicy`."""
    for training in trainings(items):
        if resource_names(trainjob_resources(training)) and "mlPolicy" not in training.runtime.data.get("spec", {}):
            message = "Trainer ignores it: the runtime has no `mlPolicy`"
            yield Finding(PLACE, message, "set `mlPolicy: {numNodes: 1}` in the runtime", training.job)
