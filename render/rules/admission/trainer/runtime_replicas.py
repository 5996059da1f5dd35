"""ADM801 runtime-replicas: a runtime runs a part of a TrainJob in several Jobs.

A replicated job that a TrainJob configures (by the label `trainer.kubeflow.org/trainjob-ancestor-step`) has one
replica: Trainer counts its nodes as pods of one Job. Trainer's webhook refuses the runtime, unless its label
`trainer.kubeflow.org/webhook-validation` is `disabled`.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/webhooks/trainingruntime_webhook.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              replicas: 2
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
Use instead:
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
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.trainjob import RUNTIMES
from render.rules.admission._refusal import invalid
from render.rules.admission.trainer._parts import parts
from render.rules.rule import Finding, rule


@rule(kinds=RUNTIMES, keys=("replicas",))
def check(item: Object) -> Iterator[Finding]:
    """Yield each number of replicas that is not 1."""
    for job, _ in parts(item):
        if job.replicas != 1:
            yield invalid((*job.path, "replicas"), job.replicas, "always must be 1", "set `mlPolicy.numNodes`")
