"""ADM817 priority-class-needed: a Volcano runtime needs a priority class that is not in these files.

With Volcano, Trainer's webhook looks up the `priorityClassName` of the runtime's pods, and rejects TrainJobs if the
cluster does not have this PriorityClass. The cluster is not checked here.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/volcano/volcano.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      podGroupPolicy: {volcano: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {priorityClassName: high, containers: [{name: node, image: train}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      podGroupPolicy: {volcano: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
"""

from collections.abc import Iterator

from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule

_BUILT_IN = ("system-cluster-critical", "system-node-critical")


@rule(severity=Severity.INFO, keys=("volcano",))
def check(items: Objects) -> Iterator[Finding]:
    """Check that each priority class is among the objects."""
    known = {item.data.get("metadata", {}).get("name") for item in items if item.kind.name == "PriorityClass"}
    for training in trainings(items):
        if "volcano" not in training.runtime.data.get("spec", {}).get("podGroupPolicy", {}):
            continue
        for job in training.replicated_jobs:
            name = job.pod.get("priorityClassName")
            if name in _BUILT_IN:
                break
            if name and name not in known:
                message = f'PriorityClass "{name}" must exist before the TrainJob is created'
                yield Finding((*job.pod_path, "priorityClassName"), message, None, training.runtime)
