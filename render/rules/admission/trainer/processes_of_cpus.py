"""ADM841 processes-of-cpus: a node with GPUs starts a process for each of its CPUs.

Trainer 2.3 counts the processes of a node in the TrainJob's own `resourcesPerNode` where it has one, and not in what
that and the runtime are together; and it takes for GPUs what has `gpu` in its name. Where it sees none
`PET_NPROC_PER_NODE` is the number of CPUs, or 1.

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

from render.kube.gpus import gpus
from render.manifests.places import Data
from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.admission.trainer._resources import KINDS, asked, given, names
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, trainers=("2.3",))
def check(items: Objects) -> Iterator[Finding]:
    """Compare the GPUs of a node with those that Trainer sees."""
    for training in trainings(items):
        trainer = training.trainer
        if "torch" not in training.policy or trainer is None or "numProcPerNode" in trainer:
            continue
        wanted = asked(training)
        for resources in given(training):
            count = gpus({kind: {**resources.get(kind, {}), **wanted.get(kind, {})} for kind in KINDS})
            if count and not _sees_gpus(wanted if "resourcesPerNode" in trainer else resources):
                message = f"Trainer sees no GPU, and counts CPUs for `PET_NPROC_PER_NODE`; a node has {count} GPUs"
                yield Finding(("spec", "trainer"), message, f"`numProcPerNode: {count}`", training.job)


def _sees_gpus(resources: Data) -> bool:
    return any("gpu" in name.lower() for name in names(resources))
