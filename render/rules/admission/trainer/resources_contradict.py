"""ADM831 resources-contradict: a TrainJob's resources and its runtime's don't fit together.

Trainer merges `resourcesPerNode` into the resources of the runtime's container `node`, name by name. Of devices such
as GPUs the request is the limit, of everything else at most the limit. The TrainJob is accepted, and its Jobs are
refused: it never has a pod, and says nothing.

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

from render.manifests.places import Data
from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.admission.container._amounts import beyond_limits
from render.rules.admission.trainer._resources import KINDS, PLACE, asked, given, names
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, trainers=("2.3",), keys=("resourcesPerNode",))
def check(items: Objects) -> Iterator[Finding]:
    """Yield each request that the merged limits don't allow."""
    for training in trainings(items):
        wanted = asked(training)
        for resources in given(training) if names(wanted) else ():
            for finding in beyond_limits(PLACE, _merged(resources, wanted)):
                if finding.path[-1] in names(wanted):
                    message = f"{finding.message}; the TrainJob is accepted, and its Job refused"
                    yield finding._replace(message=message, object=training.job)


def _merged(resources: Data, wanted: Data) -> Data:
    return {kind: {**resources.get(kind, {}), **wanted.get(kind, {})} for kind in KINDS}
