"""ADM811 variable-reserved: a TrainJob sets a variable that Trainer sets for torch.

Trainer sets the variables by which the nodes find each other: `PET_*` for torch. Its webhook rejects these names in
`trainer.env`; set `numNodes` and `numProcPerNode` instead. For Trainer 2.1 see ADM820 and ADM826.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torch.go

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

from render.rules.admission.trainer._torch_variables import reserved_error, torch_variables
from render.rules.rule import Finding, Objects, rule


@rule(trainers=("2.3",), keys=("env",))
def check(items: Objects) -> Iterator[Finding]:
    """Check for reserved variables."""
    for training, place, name in torch_variables(items):
        yield reserved_error(training, place, name)
