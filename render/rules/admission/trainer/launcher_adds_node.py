"""ADM843 launcher-adds-node: an MPI run of one node has two pods.

With `runLauncherAsNode` the launcher is one of the nodes, and Trainer creates at least one more: a TrainJob with one
node has a launcher and a node, with the resources of both.

Source: https://github.com/kubeflow/trainer/issues/3954

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {numNodes: 1}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, mpi: {mpiImplementation: OpenMPI, runLauncherAsNode: true}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template: {spec: {template: {spec: {containers: [{name: node, image: mpi:1}]}}}}
            - name: launcher
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: mpi:1}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {numNodes: 2}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, mpi: {mpiImplementation: OpenMPI, runLauncherAsNode: true}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template: {spec: {template: {spec: {containers: [{name: node, image: mpi:1}]}}}}
            - name: launcher
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: mpi:1}]}}}
"""

from collections.abc import Iterator

from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.INFO, keys=("runLauncherAsNode",))
def check(items: Objects) -> Iterator[Finding]:
    """Check for TrainJobs of one node whose launcher is a node."""
    for training in trainings(items):
        is_node = training.policy.get("mpi", {}).get("runLauncherAsNode")
        if is_node and (training.trainer or {}).get("numNodes") == 1:
            message = "Trainer creates two pods: the launcher, which is a node, and another node"
            yield Finding(("spec", "trainer", "numNodes"), message, "set `2`, or use a torch runtime", training.job)
