"""ADM820 variable-overwritten: a TrainJob sets a variable that Trainer 2.1 sets for torch.

Trainer sets the variables by which the nodes find each other, `PET_*` for torch, and overwrites those in `trainer.env`.
If `numProcPerNode` is set too, its webhook rejects the TrainJob (ADM826). Set only `numNodes` and `numProcPerNode`.

Source: https://github.com/kubeflow/trainer/blob/v2.1.0/pkg/runtime/framework/plugins/torch/torch.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {env: [{name: PET_NNODES, value: '4'}]}
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
      trainer: {numNodes: 4}
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

from render.problem import Severity
from render.rules.admission.trainer._torch_variables import overwrite_warning, torch_variables
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, trainers=("2.1",), keys=("env",))
def check(items: Objects) -> Iterator[Finding]:
    """Check for reserved variables that the webhook accepts."""
    for training, place, name in torch_variables(items):
        if "numProcPerNode" not in (training.trainer or {}):
            yield overwrite_warning(training, place, name)
