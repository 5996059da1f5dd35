"""ADM822 torchtune-nodes-unsupported: a torchtune TrainJob has more nodes than its recipe supports.

Of Trainer's recipes for torchtune, only full fine-tuning of Llama 3.3 70B runs on several nodes. Its webhook rejects
more than one node for any other model, and for LoRA.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torchtune.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torchtune-llama3.2-1b}
      trainer: {command: [tune, run], numNodes: 2}
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
      trainer: {command: [tune, run], numNodes: 1}
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

from render.rules.admission.trainer._torchtune import MULTI_NODE, TorchtuneJob, torchtune_jobs
from render.rules.rule import Finding, Objects, rule


@rule(keys=("torch",))
def check(items: Objects) -> Iterator[Finding]:
    """Check the number of nodes."""
    for tuning in torchtune_jobs(items):
        if tuning.nodes <= 1:
            continue
        if tuning.model != MULTI_NODE:
            yield _error(tuning, f"must be 1 for {tuning.model} model")
        if tuning.is_lora or tuning.is_qlora:
            yield _error(tuning, "LoRA fine-tuning is not supported for multi-node training in TorchTune")


def _error(tuning: TorchtuneJob, why: str) -> Finding:
    return Finding(("spec", "trainer", "numNodes"), f"Invalid value: {tuning.nodes}: {why}", None, tuning.job)
