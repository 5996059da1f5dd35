"""ADM841 processes-per-cpu: a node with GPUs starts one process per CPU.

Trainer 2.3 counts GPUs only in the TrainJob's `resourcesPerNode` if it is set, and not in the result of merging it with
the runtime's resources. It only counts resources with `gpu` in the name. If it finds none, `PET_NPROC_PER_NODE` is the
number of CPUs, or 1.

Source: https://github.com/kubeflow/trainer/pull/3974

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {resourcesPerNode: {requests: {cpu: 4}}}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec:
                  template:
                    spec:
                      containers: [{name: node, image: train:1, resources: {limits: {nvidia.com/gpu: 8}}}]
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {numProcPerNode: 8, resourcesPerNode: {requests: {cpu: 4}}}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec:
                  template:
                    spec:
                      containers: [{name: node, image: train:1, resources: {limits: {nvidia.com/gpu: 8}}}]
"""

from collections.abc import Iterator

from render.kube.devices import gpu_count
from render.manifests.paths import Data
from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.admission.trainer._resources import KINDS, resource_names, runtime_resources, trainjob_resources
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, trainers=("2.3",))
def check(items: Objects) -> Iterator[Finding]:
    """Compare the GPUs of a node with those that Trainer counts."""
    for training in trainings(items):
        trainer = training.trainer
        if "torch" not in training.policy or trainer is None or "numProcPerNode" in trainer:
            continue
        requested = trainjob_resources(training)
        for resources in runtime_resources(training):
            count = gpu_count({kind: {**resources.get(kind, {}), **requested.get(kind, {})} for kind in KINDS})
            if count and not _counts_gpus(requested if "resourcesPerNode" in trainer else resources):
                message = f"Trainer finds no GPU and counts CPUs for `PET_NPROC_PER_NODE`; a node has {count} GPUs"
                yield Finding(("spec", "trainer"), message, f"set `numProcPerNode: {count}`", training.job)


def _counts_gpus(resources: Data) -> bool:
    return any("gpu" in name.lower() for name in resource_names(resources))
