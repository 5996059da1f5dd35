"""ADM853 worker-image-kept: a TrainJob's image is that of its launcher alone.

On an MPI runtime the image of a TrainJob goes to the job whose step is `trainer`, the launcher. The nodes keep the
runtime's, and the program starts in an image that may not have it.

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
    """Compare the image with that of the nodes."""
    for training in trainings(items):
        image = (training.trainer or {}).get("image")
        if image is None or "mpi" not in training.policy:
            continue
        nodes = [job for job in training.replicated_jobs if job.name == NODE and job.step != "trainer"]
        images = {one.get("image") for job in nodes for one in job.pod.get("containers", ()) if one.get("name") == NODE}
        if images - {image}:
            message = f"the launcher has it; the nodes keep `{min(map(str, images - {image}))}`"
            yield Finding(("spec", "trainer", "image"), message, "a runtime with this image", training.job)
