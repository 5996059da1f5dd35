"""ADM838 gang-counts-no-limits: a gang of Trainer's reserves no room for what its pods only have limits of.

`minResources` is the sum of the requests that are written. The API server makes a request of each limit, but later, in
the pods: GPUs that stand under `limits` alone are missing, and the gang is let in where there are none free.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/volcano/volcano.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec: {runtimeRef: {name: ours}, trainer: {numNodes: 4}}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      podGroupPolicy: {volcano: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec:
                  template:
                    spec:
                      schedulerName: volcano
                      containers: [{name: node, image: train:1, resources: {limits: {nvidia.com/gpu: 8}}}]
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec: {runtimeRef: {name: ours}, trainer: {numNodes: 4}}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      podGroupPolicy: {volcano: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec:
                  template:
                    spec:
                      schedulerName: volcano
                      containers:
                        - name: node
                          image: train:1
                          resources: {limits: {nvidia.com/gpu: 8}, requests: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.kube.gpus import is_gpu
from render.manifests.trainjob import NODE, Training, trainings
from render.problem import Severity
from render.rules.admission.trainer._resources import asked
from render.rules.rule import Finding, Objects, rule
from render.shape.mistake import Path


@rule(severity=Severity.INFO, keys=("limits",))
def check(items: Objects) -> Iterator[Finding]:
    """Look for GPUs of a gang that neither the TrainJob nor its runtime requests."""
    for training in trainings(items):
        group = training.runtime.data.get("spec", {}).get("podGroupPolicy")
        requested = asked(training).get("requests", {})
        for path, name in _limits(training) if group else ():
            if is_gpu(name) and name not in requested:
                message = f"the gang reserves no `{name}`, since it is no request"
                yield Finding((*path, name), message, "the same under `requests`", training.runtime)


def _limits(training: Training) -> Iterator[tuple[Path, str]]:
    """Yield what the runtime's containers have a limit of, and don't request."""
    for job in training.replicated_jobs:
        for path, container in job.containers if job.step == "trainer" else ():
            resources = container.get("resources", {}) if container.get("name") == NODE else {}
            for name in sorted(resources.get("limits", {}).keys() - resources.get("requests", {}).keys()):
                yield (*path, "resources", "limits"), name
