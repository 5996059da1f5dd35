"""ADM834 gpus-replaced: Trainer 2.1 takes the runtime's GPUs away.

`resourcesPerNode` takes the place of the runtime's whole `resources`. A TrainJob that asks for more memory, and names
no GPU, trains without one: torch finds no device, or goes on slowly on the CPU.

Source: https://github.com/kubeflow/trainer/blob/v2.1.0/pkg/runtime/core/trainingruntime.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {resourcesPerNode: {requests: {memory: 512Gi}}}
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
      trainer: {resourcesPerNode: {limits: {nvidia.com/gpu: 8}, requests: {memory: 512Gi}}}
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

from render.kube.gpus import gpus
from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.admission.trainer._resources import PLACE, asked, given, names
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, trainers=("2.1",), keys=("resourcesPerNode",))
def check(items: Objects) -> Iterator[Finding]:
    """Look for resources without GPUs in the place of some with them."""
    for training in trainings(items):
        wanted = asked(training)
        lost = max(map(gpus, given(training)), default=0)
        if names(wanted) and lost and not gpus(wanted):
            message = f"takes the place of the runtime's resources, and of their {lost} GPUs"
            yield Finding(PLACE, message, "repeat everything that the runtime asks for", training.job)
