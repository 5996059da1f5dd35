"""ADM825 processes-malformed: `numProcPerNode` is a word that the runtime's framework does not support.

In Trainer 2.1 `numProcPerNode` is a number or a word: torch supports `auto`, `cpu` and `gpu`, MPI no word. Trainer's
webhook rejects the TrainJob.

Source: https://github.com/kubeflow/trainer/blob/v2.1.0/pkg/runtime/framework/plugins/torch/torch.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {numProcPerNode: all}
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
      trainer: {numProcPerNode: gpu}
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

from render.manifests.trainjob import trainings
from render.rules.rule import Finding, Objects, rule

_WORDS = {"mpi": (), "torch": ("auto", "cpu", "gpu")}
_PLACE = ("spec", "trainer", "numProcPerNode")


@rule(trainers=("2.1",), keys=("numProcPerNode",))
def check(items: Objects) -> Iterator[Finding]:
    """Check the words."""
    for training in trainings(items):
        processes = (training.trainer or {}).get("numProcPerNode")
        for framework in sorted(_WORDS.keys() & training.policy.keys()):
            if isinstance(processes, str) and processes not in _WORDS[framework]:
                words = "".join(f" or `{word}`" for word in _WORDS[framework])
                yield Finding(_PLACE, f'Invalid value: "{processes}": must be a number{words}', None, training.job)
