"""ADM838 gang-ignores-limits: Trainer's gang reserves no GPUs that its pods have only as limits.

`minResources` of the PodGroup is the sum of the requests in the templates. The API server copies limits to requests
only later, in the pods, so GPUs that are only in `limits` are missing, and the gang is admitted while no GPUs are free.

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

from render.kube.devices import is_gpu
from render.manifests.trainjob import NODE, Training, trainings
from render.problem import Severity
from render.rules.admission.trainer._resources import trainjob_resources
from render.rules.rule import Finding, Objects, rule
from render.schema_errors.error import Path


@rule(severity=Severity.INFO, keys=("limits",))
def check(items: Objects) -> Iterator[Finding]:
    """Check for GPUs of a gang that neither the TrainJob nor its runtime requests."""
    for training in trainings(items):
        group = training.runtime.data.get("spec", {}).get("podGroupPolicy")
        requested = trainjob_resources(training).get("requests", {})
        for path, name in _limits(training) if group else ():
            if is_gpu(name) and name not in requested:
                message = f"the gang reserves no `{name}`, because it is not in `requests`"
                yield Finding((*path, name), message, "set the same amount under `requests`", training.runtime)


def _limits(training: Training) -> Iterator[tuple[Path, str]]:
    """Yield the resources that the runtime's node containers limit and do not request, each with its path."""
    for job in training.replicated_jobs:
        for path, container in job.containers if job.step == "trainer" else ():
            resources = container.get("resources", {}) if container.get("name") == NODE else {}
            for name in sorted(resources.get("limits", {}).keys() - resources.get("requests", {}).keys()):
                yield (*path, "resources", "limits"), name
