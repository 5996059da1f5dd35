"""ADM820 variable-overwritten: a TrainJob sets a variable that Trainer 2.1 writes for torch.

What tells the nodes of each other is written by Trainer, for torch as `PET_*`, over what `trainer.env` says. Where
`numProcPerNode` is set too, its webhook refuses the TrainJob (ADM826). Set `numNodes` and `numProcPerNode` alone.

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
from render.rules.admission.trainer._torch_variables import overwritten, torch_variables
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, trainers=("2.1",), keys=("env",))
def check(items: Objects) -> Iterator[Finding]:
    """Yield each such variable that the webhook takes."""
    for training, place, name in torch_variables(items):
        if "numProcPerNode" not in (training.trainer or {}):
            yield overwritten(training, place, name)
