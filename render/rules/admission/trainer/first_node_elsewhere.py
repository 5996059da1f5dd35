"""ADM847 first-node-elsewhere: the address of the first node that Trainer writes is nobody's.

Trainer writes `TRAINJOB-node-0-0.TRAINJOB` for the first node, whatever the replicated job that trains and the
subdomain of the JobSet are called. With another name for one of them the address is not found, and training waits for
it for ever.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torch.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {numNodes: 2}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: worker
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train:1}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {numNodes: 2}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train:1}]}}}
"""

from collections.abc import Iterator

from render.manifests.trainjob import NODE, trainings
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule

_FRAMEWORKS = {"jax", "torch", "xgboost"}


@rule(severity=Severity.WARNING)
def check(items: Objects) -> Iterator[Finding]:
    """Compare the names with those in the address."""
    for training in trainings(items):
        if training.trainer is None or _FRAMEWORKS.isdisjoint(training.policy):
            continue
        name = training.job.data.get("metadata", {}).get("name", "")
        domain = training.template.get("spec", {}).get("network", {}).get("subdomain", name)
        job = next((one.name for one in training.replicated_jobs if one.step == "trainer"), NODE)
        if (job, domain) != (NODE, name):
            message = f"the first node is `{name}-{job}-0-0.{domain}`, and Trainer writes `{name}-{NODE}-0-0.{name}`"
            hint = f"a runtime without `subdomain` whose job that trains is called `{NODE}`"
            yield Finding(("spec", "runtimeRef"), message, hint, training.job)
