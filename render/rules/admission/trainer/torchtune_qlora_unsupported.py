"""ADM823 torchtune-qlora-unsupported: a torchtune TrainJob uses QLoRA without a recipe for it.

QLoRA (`model.quantize_base=True`) runs on one GPU for Llama 3.2, and is not supported for Qwen 2.5. Trainer's webhook
rejects the TrainJob.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torchtune.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torchtune-llama3.2-1b}
      trainer: {command: [tune, run], args: [model.quantize_base=True], resourcesPerNode: {limits: {nvidia.com/gpu: 2}}}
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
      trainer: {command: [tune, run], args: [model.quantize_base=True], resourcesPerNode: {limits: {nvidia.com/gpu: 1}}}
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

_TRAINER = ("spec", "trainer")


@rule(keys=("args",))
def check(items: Objects) -> Iterator[Finding]:
    """Check the model, the processes and the GPUs of QLoRA."""
    for tuning in torchtune_jobs(items):
        if tuning.nodes != 1 or not tuning.is_qlora or tuning.is_single_device:
            continue
        if tuning.model == "qwen2_5/1.5B":
            message = f'Invalid value: "{tuning.runtime}": QLoRA is not supported for {tuning.model} model'
            yield Finding(("spec", "runtimeRef", "name"), message, None, tuning.job)
        if tuning.model in ("llama3_2/1B", "llama3_2/3B"):
            words = f"for {tuning.model} model when using QLoRA"
            yield Finding((*_TRAINER, "numProcPerNode"), f"Invalid value: must be auto or 1 {words}", None, tuning.job)
            message = f"Invalid value: must have gpu resource with value 1 {words}"
            yield Finding((*_TRAINER, "resourcesPerNode"), message, None, tuning.job)
