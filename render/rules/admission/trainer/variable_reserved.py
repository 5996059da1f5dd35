"""ADM811 variable-reserved: a TrainJob sets a variable that Trainer writes for torch.

What tells the nodes of each other is written by Trainer, for torch as `PET_*`. Its webhook refuses these names in
`trainer.env`; set `numNodes` and `numProcPerNode` instead. Trainer 2.1 looks at them only where `numProcPerNode` is
set.

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

from render.manifests.places import listed
from render.manifests.trainjob import trainings
from render.rules.rule import Finding, Objects, rule

_RESERVED = ("PET_MASTER_ADDR", "PET_MASTER_PORT", "PET_NNODES", "PET_NODE_RANK", "PET_NPROC_PER_NODE")


@rule
def check(items: Objects) -> Iterator[Finding]:
    """Yield each such variable."""
    for training in trainings(items):
        for place, variable in listed(("spec", "trainer"), training.trainer or {}, "env"):
            name = variable.get("name")
            if "torch" in training.policy and name in _RESERVED:
                why = f"must not have reserved envs, invalid envs configured: {name}"
                hint = "leave it out: Trainer writes it from `numNodes` and `numProcPerNode`"
                yield Finding(place, f"Invalid value: {why}", hint, training.job)
