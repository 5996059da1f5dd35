"""ADM847 first-node-address-wrong: the address of the first node that Trainer sets does not exist.

Trainer sets `TRAINJOB-node-0-0.TRAINJOB` as the address of the first node, regardless of the name of the replicated job
that trains and of the JobSet's subdomain. If either has another name, the address does not resolve, and training waits
for it forever.

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
    """Compare the job's name and the subdomain with those in the address."""
    for training in trainings(items):
        if training.trainer is None or _FRAMEWORKS.isdisjoint(training.policy):
            continue
        name = training.job.data.get("metadata", {}).get("name", "")
        domain = training.template.get("spec", {}).get("network", {}).get("subdomain", name)
        job = next((one.name for one in training.replicated_jobs if one.step == "trainer"), NODE)
        if (job, domain) != (NODE, name):
            message = f"the first node is `{name}-{job}-0-0.{domain}`, but Trainer sets `{name}-{NODE}-0-0.{name}`"
            hint = f"name the job that trains `{NODE}`, and remove `subdomain`"
            yield Finding(("spec", "runtimeRef"), message, hint, training.job)
