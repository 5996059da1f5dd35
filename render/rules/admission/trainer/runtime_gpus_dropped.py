"""ADM834 runtime-gpus-dropped: Trainer 2.1 drops the GPUs of the runtime.

`resourcesPerNode` replaces the runtime's whole `resources`. A TrainJob that sets memory and no GPU trains without one:
torch finds no device, or continues slowly on the CPU.

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

from render.kube.devices import gpu_count
from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.admission.trainer._resources import PLACE, resource_names, runtime_resources, trainjob_resources
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, trainers=("2.1",), keys=("resourcesPerNode",))
def check(items: Objects) -> Iterator[Finding]:
    """Check for resources without GPUs on a runtime with GPUs."""
    for training in trainings(items):
        requested = trainjob_resources(training)
        dropped = max(map(gpu_count, runtime_resources(training)), default=0)
        if resource_names(requested) and dropped and not gpu_count(requested):
            message = f"replaces the runtime's resources, including {dropped} GPUs"
            yield Finding(PLACE, message, "repeat all resources of the runtime", training.job)
