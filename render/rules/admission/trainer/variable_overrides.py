"""ADM846 variable-overrides: a TrainJob writes over what Trainer tells the processes of JAX.

`JAX_NUM_PROCESSES`, `JAX_PROCESS_ID` and `JAX_COORDINATOR_ADDRESS` tell the nodes of each other. Trainer refuses no
value of the TrainJob for them, and that value is what the pods get: every node has the same.

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

from render.manifests.places import listed
from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule

_WRITTEN = frozenset({"JAX_COORDINATOR_ADDRESS", "JAX_NUM_PROCESSES", "JAX_PROCESS_ID"})


@rule(severity=Severity.WARNING, keys=("env",))
def check(items: Objects) -> Iterator[Finding]:
    """Look for the variables on a runtime of JAX."""
    for training in trainings(items):
        for place, variable in listed(("spec", "trainer"), training.trainer or {}, "env"):
            if "jax" in training.policy and variable.get("name") in _WRITTEN:
                message = f"this is what the pods get, and not Trainer's own `{variable['name']}`"
                yield Finding((*place, "name"), message, "leave it out", training.job)
