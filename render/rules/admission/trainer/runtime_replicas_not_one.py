"""ADM801 runtime-replicas-not-one: a replicated job that TrainJobs configure has more than one replica.

A replicated job that a TrainJob configures (by the label `trainer.kubeflow.org/trainjob-ancestor-step`) has one
replica, because its nodes are the pods of one Job. Trainer's webhook rejects the runtime, unless its label
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
from render.rules.admission._field_errors import invalid
from render.rules.admission.trainer._configured_jobs import configured_jobs
from render.rules.rule import Finding, rule


@rule(kinds=RUNTIMES, keys=("replicas",))
def check(item: Object) -> Iterator[Finding]:
    """Check the number of replicas."""
    for job, _ in configured_jobs(item):
        if job.replicas != 1:
            yield invalid((*job.path, "replicas"), job.replicas, "always must be 1", "set `mlPolicy.numNodes`")
