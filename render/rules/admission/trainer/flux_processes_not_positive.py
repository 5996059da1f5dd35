"""ADM815 flux-processes-not-positive: a Flux TrainJob has no process per node.

`numProcPerNode` of a Flux TrainJob is at least 1. Trainer's webhook rejects less.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/flux/flux.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: flux}
      trainer: {numNodes: 1, numProcPerNode: 0}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: flux}
    spec:
      mlPolicy: {numNodes: 1, flux: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: flux}
      trainer: {numNodes: 1, numProcPerNode: 1}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: flux}
    spec:
      mlPolicy: {numNodes: 1, flux: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
"""

from collections.abc import Iterator

from render.manifests.trainjob import trainings
from render.rules.rule import Finding, Objects, rule


@rule(keys=("flux",))
def check(items: Objects) -> Iterator[Finding]:
    """Check the number of processes."""
    for training in trainings(items):
        processes = (training.trainer or {}).get("numProcPerNode")
        if "flux" in training.policy and isinstance(processes, int) and processes < 1:
            why = "must be greater than or equal to 1 for Flux TrainJob"
            yield Finding(
                ("spec", "trainer", "numProcPerNode"), f"Invalid value: {processes}: {why}", None, training.job
            )
