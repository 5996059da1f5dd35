"""ADM813 launcher-missing: an MPI TrainJob has several nodes, but its runtime has no launcher.

With `mpi.runLauncherAsNode` the launcher trains too. For two or more nodes the runtime needs replicated jobs named
`launcher` and `node`. Trainer's webhook rejects the TrainJob.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/mpi/mpi.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: mpi}
      trainer: {numNodes: 2}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: mpi}
    spec:
      mlPolicy: {numNodes: 1, mpi: {runLauncherAsNode: true}}
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
      runtimeRef: {name: mpi}
      trainer: {numNodes: 2}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: mpi}
    spec:
      mlPolicy: {numNodes: 1, mpi: {runLauncherAsNode: true}}
      template:
        spec:
          replicatedJobs:
            - name: launcher
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
            - name: node
              template:
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
"""

from collections.abc import Iterator

from render.manifests.trainjob import trainings
from render.rules.admission.trainer._containers import containers
from render.rules.rule import Finding, Objects, rule


@rule(keys=("runLauncherAsNode",))
def check(items: Objects) -> Iterator[Finding]:
    """Check that the runtime has both jobs."""
    for training in trainings(items):
        nodes = (training.trainer or {}).get("numNodes", 1)
        launches = training.policy.get("mpi", {}).get("runLauncherAsNode", False)
        if launches and nodes >= 2 and not {"launcher", "node"} <= containers(training).keys():
            why = "must be 1 if the runtime runs its launcher as a node and lacks the job `launcher` or `node`"
            yield Finding(("spec", "trainer", "numNodes"), f"Invalid value: {nodes}: {why}", None, training.job)
