"""ADM821 torchtune-model-unsupported: a torchtune TrainJob's runtime names a model without a recipe.

With the command `tune run` Trainer reads the model from the runtime's name, `torchtune-MODEL-SIZE`. It supports Llama
3.2 1B and 3B, Llama 3.3 70B and Qwen 2.5 1.5B. Its webhook rejects any other.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torchtune.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torchtune-llama3.1-8b}
      trainer: {command: [tune, run]}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torchtune-llama3.1-8b}
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
      trainer: {command: [tune, run]}
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

from render.rules.admission.trainer._torchtune import MODELS, torchtune_jobs
from render.rules.rule import Finding, Objects, rule


@rule(keys=("torch",))
def check(items: Objects) -> Iterator[Finding]:
    """Check the model in the runtime's name."""
    for tuning in torchtune_jobs(items):
        if tuning.model not in MODELS:
            why = f"must have a supported pretrained model, invalid model configured: {tuning.model}"
            message = f'Invalid value: "{tuning.runtime}": {why}'
            yield Finding(("spec", "runtimeRef", "name"), message, f"supported: {', '.join(MODELS)}", tuning.job)
