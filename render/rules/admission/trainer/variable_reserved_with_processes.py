"""ADM826 variable-reserved-with-processes: a TrainJob sets `numProcPerNode` and a variable that Trainer 2.1 writes.

Trainer sets the variables by which the nodes find each other: `PET_*` for torch. If `numProcPerNode` is set, the
webhook of Trainer 2.1 rejects a TrainJob with these names in `trainer.env`.

Source: https://github.com/kubeflow/trainer/blob/v2.1.0/pkg/runtime/framework/plugins/torch/torch.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {numProcPerNode: 8, env: [{name: PET_NNODES, value: '4'}]}
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
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {numProcPerNode: 8, numNodes: 4}
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
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
"""

from collections.abc import Iterator

from render.rules.admission.trainer._torch_variables import reserved_error, torch_variables
from render.rules.rule import Finding, Objects, rule


@rule(trainers=("2.1",), keys=("numProcPerNode",))
def check(items: Objects) -> Iterator[Finding]:
    """Check for reserved variables if `numProcPerNode` is set."""
    for training, place, name in torch_variables(items):
        if "numProcPerNode" in (training.trainer or {}):
            yield reserved_error(training, place, name)
