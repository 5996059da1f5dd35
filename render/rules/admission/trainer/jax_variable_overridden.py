"""ADM846 jax-variable-overridden: a TrainJob overrides a variable that Trainer sets for JAX.

By `JAX_NUM_PROCESSES`, `JAX_PROCESS_ID` and `JAX_COORDINATOR_ADDRESS` the nodes find each other. Trainer accepts these
names in the TrainJob, and its values override Trainer's: every node gets the same.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/jax/jax.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {env: [{name: JAX_NUM_PROCESSES, value: "2"}]}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 2, jax: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
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
      mlPolicy: {numNodes: 2, jax: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train:1}]}}}
"""

from collections.abc import Iterator

from render.manifests.paths import list_items
from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule

_VARIABLES = frozenset({"JAX_COORDINATOR_ADDRESS", "JAX_NUM_PROCESSES", "JAX_PROCESS_ID"})


@rule(severity=Severity.WARNING, keys=("env",))
def check(items: Objects) -> Iterator[Finding]:
    """Check for the variables on a JAX runtime."""
    for training in trainings(items):
        for place, variable in list_items(("spec", "trainer"), training.trainer or {}, "env"):
            if "jax" in training.policy and variable.get("name") in _VARIABLES:
                message = f"overrides Trainer's own `{variable['name']}` in every pod"
                yield Finding((*place, "name"), message, "remove it", training.job)
