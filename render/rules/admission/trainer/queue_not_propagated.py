"""ADM851 queue-not-propagated: a TrainJob's Volcano queue does not reach its PodGroup.

Trainer copies the metadata of the runtime's template and of patches, but not the TrainJob's own. The PodGroup uses the
queue `default`, regardless of the TrainJob's annotations.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/core/trainingruntime.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft, annotations: {scheduling.volcano.sh/queue-name: research}}
    spec:
      runtimeRef: {name: ours}
      trainer: {}
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
                spec: {template: {spec: {schedulerName: volcano, containers: [{name: node, image: train:1}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {}
      runtimePatches:
        - manager: acme.io/platform
          trainingRuntimeSpec: {template: {metadata: {annotations: {scheduling.volcano.sh/queue-name: research}}}}
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
                spec: {template: {spec: {schedulerName: volcano, containers: [{name: node, image: train:1}]}}}
"""

from collections.abc import Iterator

from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule

_QUEUE = "scheduling.volcano.sh/queue-name"


@rule(severity=Severity.WARNING, keys=(_QUEUE,))
def check(items: Objects) -> Iterator[Finding]:
    """Check for the annotation on a TrainJob with a gang."""
    for training in trainings(items):
        group = training.runtime.data.get("spec", {}).get("podGroupPolicy", {})
        if "volcano" in group and _QUEUE in training.job.data.get("metadata", {}).get("annotations", {}):
            message = "Trainer ignores it: the PodGroup uses the queue of the runtime's template, or `default`"
            hint = "set the annotation in `runtimePatches`, or in the runtime's `template.metadata`"
            yield Finding(("metadata", "annotations", _QUEUE), message, hint, training.job)
