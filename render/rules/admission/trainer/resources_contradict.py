"""ADM831 resources-contradict: a TrainJob's resources and its runtime's don't fit together.

Trainer merges `resourcesPerNode` into the resources of the runtime's container `node`, name by name. Of devices such
as GPUs the request is the limit, of everything else at most the limit. The TrainJob is accepted, and its Jobs are
refused: it never has a pod, and says nothing. Trainer 2.1 puts `resourcesPerNode` in the place of the runtime's
resources.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/core/trainingruntime.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {resourcesPerNode: {requests: {nvidia.com/gpu: 8}}}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec:
                  template:
                    spec:
                      containers: [{name: node, image: train, resources: {limits: {nvidia.com/gpu: 4}}}]
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {resourcesPerNode: {limits: {nvidia.com/gpu: 8}, requests: {nvidia.com/gpu: 8}}}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec:
                  template:
                    spec:
                      containers: [{name: node, image: train, resources: {limits: {nvidia.com/gpu: 4}}}]
"""

from collections.abc import Iterator
from dataclasses import replace

from render.manifests.places import Data
from render.manifests.trainjob import NODE, Training, trainings
from render.problem import Severity
from render.rules.admission.container._amounts import beyond_limits
from render.rules.rule import Finding, Objects, rule

_PLACE = ("spec", "trainer", "resourcesPerNode")
_KINDS = ("limits", "requests")


@rule(severity=Severity.WARNING)
def check(items: Objects) -> Iterator[Finding]:
    """Yield each request that the merged limits don't allow."""
    for training in trainings(items):
        given = (training.trainer or {}).get("resourcesPerNode", {})
        names = {name for kind in _KINDS for name in given.get(kind, {})}
        for node in _nodes(training) if names and "mlPolicy" in training.runtime.data.get("spec", {}) else ():
            for finding in beyond_limits(_PLACE, _merged(node.get("resources", {}), given)):
                if finding.path[-1] in names:
                    message = f"{finding.message}; the TrainJob is accepted, and its Job refused"
                    yield replace(finding, message=message, object=training.job)


def _nodes(training: Training) -> Iterator[Data]:
    """Yield the containers that train."""
    for job in training.replicated_jobs:
        if job.step == "trainer":
            yield from (container for _, container in job.containers if container.get("name") == NODE)


def _merged(resources: Data, given: Data) -> Data:
    return {kind: {**resources.get(kind, {}), **given.get(kind, {})} for kind in _KINDS}
