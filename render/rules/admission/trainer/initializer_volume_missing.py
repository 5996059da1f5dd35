"""ADM818 initializer-volume-missing: an initializer's container does not mount its volume.

The container that downloads a dataset or model mounts a volume named `initializer`, which the nodes mount too. Since
2.2 Trainer's webhook rejects a TrainJob whose runtime lacks this mount.

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
            - name: dataset-initializer
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}
                spec:
                  template:
                    spec:
                      containers:
                        - name: dataset-initializer
                          image: train
                      volumes: [{name: initializer, emptyDir: {}}]
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

from render.manifests.trainjob import trainings
from render.rules.admission.trainer._containers import INITIALIZERS, containers
from render.rules.rule import Finding, Objects, rule

_VOLUME = "initializer"


@rule(trainers=("2.3",), keys=("initializer",))
def check(items: Objects) -> Iterator[Finding]:
    """Check the volume mounts of each initializer's container."""
    for training in trainings(items):
        initializer = training.job.data.get("spec", {}).get("initializer", {})
        for key, name in INITIALIZERS:
            found = containers(training).get(name)
            if key in initializer and found and name in found.names and _VOLUME not in found.regular.get(name, ()):
                why = f"must have volumeMount with name - {_VOLUME} in container {name} of the {name} job"
                yield Finding(("spec", "runtimeRef"), f"Invalid value: {why}", None, training.job)
