"""ADM842 launcher-repeated: an MPI runtime starts several launchers.

`mlPolicy.numNodes` is the number of pods of the job whose step is `trainer`, which in MPI is the launcher: each of them
starts the program on one node. Set the number of nodes with `trainer.numNodes` of the TrainJob.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/core/trainingruntime.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 4, mpi: {mpiImplementation: OpenMPI, runLauncherAsNode: true}}
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
      trainer: {numNodes: 4}
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


@rule(severity=Severity.WARNING, keys=("mpi",))
def check(items: Objects) -> Iterator[Finding]:
    """Check the number of launchers."""
    for training in trainings(items):
        launchers = training.policy.get("numNodes", 1) if "mpi" in training.policy else 1
        if launchers > 1:
            message = f"the runtime's `numNodes` creates {launchers} launchers, and each starts the program"
            yield Finding(
                ("spec", "runtimeRef"),
                message,
                "set `numNodes: 1` in the runtime, and `trainer.numNodes` here",
                training.job,
            )
