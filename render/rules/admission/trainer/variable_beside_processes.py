"""ADM826 variable-beside-processes: a TrainJob sets `numProcPerNode` and a variable that Trainer 2.1 writes for torch.

What tells the nodes of each other is written by Trainer, for torch as `PET_*`. The webhook of Trainer 2.1 looks for
these names in `trainer.env` where `numProcPerNode` is set, and refuses the TrainJob.

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

from render.rules.admission.trainer._torch_variables import refused, torch_variables
from render.rules.rule import Finding, Objects, rule


@rule(trainers=("2.1",), keys=("numProcPerNode",))
def check(items: Objects) -> Iterator[Finding]:
    """Yield each such variable."""
    for training, place, name in torch_variables(items):
        if "numProcPerNode" in (training.trainer or {}):
            yield refused(training, place, name)
