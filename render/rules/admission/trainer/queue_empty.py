"""ADM816 queue-empty: the Volcano queue of a runtime has an empty name.

Trainer reads the queue of a TrainJob's PodGroup from the annotation `scheduling.volcano.sh/queue-name` of the runtime's
template, which a patch can change. Trainer's webhook rejects an empty name.

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
        metadata: {annotations: {scheduling.volcano.sh/queue-name: ''}}
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
      runtimeRef: {name: torch}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      podGroupPolicy: {volcano: {}}
      template:
        metadata: {annotations: {scheduling.volcano.sh/queue-name: research}}
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import Data
from render.manifests.trainjob import patches, trainings
from render.rules.rule import Finding, Objects, rule
from render.schema_errors.error import Path

_ANNOTATION = "scheduling.volcano.sh/queue-name"
_WHERE = ("metadata", "annotations")


@rule(keys=(_ANNOTATION,))
def check(items: Objects) -> Iterator[Finding]:
    """Check the annotation that takes effect: the last one."""
    for training in trainings(items):
        if "volcano" not in training.runtime.data.get("spec", {}).get("podGroupPolicy", {}):
            continue
        templates: list[tuple[Object, Path, Data]] = [(training.runtime, ("spec", "template"), training.template)]
        templates += [(training.job, place, template) for place, template in patches(training.job)]
        queues = [
            (item, place, queue) for item, place, template in templates if (queue := _queue(template)) is not None
        ]
        if queues and queues[-1][2] == "":
            item, place, _ = queues[-1]
            message = 'Invalid value: "": Volcano queue name must not be empty'
            yield Finding((*place, *_WHERE, _ANNOTATION), message, None, item)


def _queue(template: Data) -> str | None:
    found: str | None = template.get("metadata", {}).get("annotations", {}).get(_ANNOTATION)
    return found
