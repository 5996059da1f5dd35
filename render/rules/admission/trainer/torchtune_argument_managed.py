"""ADM824 torchtune-argument-managed: a torchtune TrainJob sets an argument that its runtime manages.

The runtime sets the paths of the model, the tokenizer and the checkpoints, together with their volumes. Trainer's
webhook rejects `output_dir`, `tokenizer.path`, `tokenizer.merges_file` and `checkpointer.checkpoint_dir` in
`trainer.args`. Trainer 2.1 accepts and ignores them.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torchtune.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torchtune-llama3.2-1b}
      trainer: {command: [tune, run], args: [epochs=1, output_dir=/out]}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torchtune-llama3.2-1b}
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
      runtimeRef: {name: torchtune-llama3.2-1b}
      trainer: {command: [tune, run], args: [epochs=1]}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torchtune-llama3.2-1b}
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

from render.rules.admission.trainer._torchtune import torchtune_jobs
from render.rules.rule import Finding, Objects, rule

_MANAGED = ("checkpointer.checkpoint_dir", "output_dir", "tokenizer.merges_file", "tokenizer.path")


@rule(trainers=("2.3",), keys=("args",))
def check(items: Objects) -> Iterator[Finding]:
    """Check each argument."""
    for tuning in torchtune_jobs(items):
        for index, argument in enumerate(tuning.arguments):
            key = argument.partition("=")[0]
            if key in _MANAGED:
                why = f'must not set immutable config "{key}" in trainer args; it is managed by the runtime'
                message = f'Invalid value: "{argument}": {why}'
                yield Finding(("spec", "trainer", "args", index), message, "remove it", tuning.job)
