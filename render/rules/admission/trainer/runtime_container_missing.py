"""ADM802 runtime-container-missing: a runtime's replicated job lacks the container that TrainJobs configure.

A TrainJob configures one container by name: `node` if the label `trainer.kubeflow.org/trainjob-ancestor-step` is
`trainer`, else the label's value. Trainer's webhook rejects a runtime without this container, unless its label
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
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: trainer, image: train}]}}}
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
from render.manifests.trainjob import NODE, RUNTIMES
from render.rules.admission._field_errors import invalid
from render.rules.admission.trainer._configured_jobs import configured_jobs
from render.rules.rule import Finding, rule


@rule(kinds=RUNTIMES)
def check(item: Object) -> Iterator[Finding]:
    """Check that each replicated job has its container."""
    for job, step in configured_jobs(item):
        name = NODE if step == "trainer" else step
        if all(container.get("name") != name for container in job.pod.get("containers", ())):
            why = f"must contain the required container for the ancestor: {step}"
            yield invalid((*job.pod_path, "containers"), [], why, f"name the container `{name}`")
