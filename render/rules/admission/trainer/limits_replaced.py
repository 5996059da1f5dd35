"""ADM833 limits-replaced: Trainer 2.1 takes the limits of the runtime away from what a TrainJob requests.

`resourcesPerNode` takes the place of the runtime's whole `resources`. A request of GPUs without a limit beside it,
which the runtime's limit completes in Trainer 2.3, has none here: the TrainJob is accepted, and its Jobs are refused.

Source: https://github.com/kubeflow/trainer/blob/v2.1.0/pkg/runtime/core/trainingruntime.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {resourcesPerNode: {requests: {nvidia.com/gpu: 8}}}
    ---
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
                spec:
                  template:
                    spec:
                      containers: [{name: node, image: train, resources: {limits: {nvidia.com/gpu: 8}}}]
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {resourcesPerNode: {limits: {nvidia.com/gpu: 8}, requests: {nvidia.com/gpu: 8}}}
    ---
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
                spec:
                  template:
                    spec:
                      containers: [{name: node, image: train, resources: {limits: {nvidia.com/gpu: 8}}}]
"""

from collections.abc import Iterator

from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.admission.container._amounts import beyond_limits
from render.rules.admission.trainer._resources import PLACE, asked, given
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, trainers=("2.1",), keys=("resourcesPerNode",))
def check(items: Objects) -> Iterator[Finding]:
    """Yield each request that the TrainJob's own limits don't allow."""
    for training in trainings(items):
        for finding in beyond_limits(PLACE, asked(training)) if any(True for _ in given(training)) else ():
            message = f"{finding.message}; the TrainJob is accepted, and its Job refused"
            yield finding._replace(message=message, object=training.job)
