"""ADM853 image-only-for-launcher: on an MPI runtime a TrainJob's image applies only to the launcher.

On an MPI runtime Trainer sets the TrainJob's image in the job whose step is `trainer`, the launcher. The nodes keep the
runtime's image, which may not contain the program.

Source: https://github.com/kubeflow/trainer/issues/2825

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {image: registry.example/train:2}
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

from render.manifests.trainjob import NODE, trainings
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("image",))
def check(items: Objects) -> Iterator[Finding]:
    """Compare the image with the nodes' image."""
    for training in trainings(items):
        image = (training.trainer or {}).get("image")
        if image is None or "mpi" not in training.policy:
            continue
        nodes = [job for job in training.replicated_jobs if job.name == NODE and job.step != "trainer"]
        images = {one.get("image") for job in nodes for one in job.pod.get("containers", ()) if one.get("name") == NODE}
        if images - {image}:
            message = f"applies only to the launcher; the nodes keep `{min(map(str, images - {image}))}`"
            yield Finding(
                ("spec", "trainer", "image"), message, "use a runtime whose nodes have this image", training.job
            )
