"""ADM806 initializer-job-missing: a TrainJob has an initializer that its runtime does not support.

A replicated job of the runtime downloads a dataset or model: its name is `dataset-initializer` or `model-initializer`,
and it has a container of the same name. Trainer's webhook rejects a TrainJob whose runtime lacks one of them.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/jobset/jobset.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      initializer: {dataset: {storageUri: 'hf://tatsu-lab/alpaca'}}
      trainer: {}
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
      initializer: {dataset: {storageUri: 'hf://tatsu-lab/alpaca'}}
      trainer: {}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: dataset-initializer
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}
                spec:
                  template:
                    spec:
                      containers:
                        - name: dataset-initializer
                          image: train
                          volumeMounts: [{name: initializer, mountPath: /workspace}]
                      volumes: [{name: initializer, emptyDir: {}}]
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
"""

from collections.abc import Iterator

from render.manifests.trainjob import Training, trainings
from render.rules.admission.trainer._containers import INITIALIZERS, containers
from render.rules.rule import Finding, Objects, rule


@rule(keys=("initializer",))
def check(items: Objects) -> Iterator[Finding]:
    """Check that the runtime has the jobs and containers of the initializers."""
    for training in trainings(items):
        initializer = training.job.data.get("spec", {}).get("initializer", {})
        for key, name in INITIALIZERS:
            if key in initializer and (why := _missing_part(training, key, name)):
                yield Finding(("spec", "runtimeRef"), f"Invalid value: {why}", None, training.job)


def _missing_part(training: Training, key: str, name: str) -> str | None:
    found = containers(training).get(name)
    if found is None:
        return f"must have {name} job when trainJob is configured with input {key}Config"
    if name not in found.names:
        return f"must have container with name - {name} in the {name} job"
    return None
