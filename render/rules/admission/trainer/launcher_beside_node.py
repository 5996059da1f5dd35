"""ADM843 launcher-beside-node: an MPI run of one node has two pods.

With `runLauncherAsNode` the launcher is one of the nodes, and at least one other is made: a TrainJob of one node has a
launcher and a node, with the resources of both.

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
    """Look for one node of which the launcher is one."""
    for training in trainings(items):
        is_node = training.policy.get("mpi", {}).get("runLauncherAsNode")
        if is_node and (training.trainer or {}).get("numNodes") == 1:
            message = "a launcher that is a node and another node are made: two pods"
            yield Finding(("spec", "trainer", "numNodes"), message, "`2`, or a runtime of torch", training.job)
