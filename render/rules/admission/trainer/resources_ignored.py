"""ADM849 resources-ignored: a TrainJob's resources go nowhere.

`resourcesPerNode` is for runtimes with an `mlPolicy`. On one without it the TrainJob's nodes are counted, and its
resources are not used: the pods have what the runtime gives them.

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
from render.rules.admission.trainer._resources import PLACE, asked, names
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("resourcesPerNode",))
def check(items: Objects) -> Iterator[Finding]:
    """Look for resources on a runtime without a policy."""
    for training in trainings(items):
        if names(asked(training)) and "mlPolicy" not in training.runtime.data.get("spec", {}):
            message = "not used: the runtime has no `mlPolicy`"
            yield Finding(PLACE, message, "`mlPolicy: {numNodes: 1}` in the runtime", training.job)
