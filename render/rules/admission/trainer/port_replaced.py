"""ADM845 port-replaced: Trainer puts its own port in the place of a runtime's.

The port of the first node, 29500, replaces one of the same number or of the same name, and two ports without a name
have the same. Network policies and meshes then don't know the runtime's port.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/apply/apply.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {}
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
                spec:
                  template:
                    spec:
                      containers: [{name: node, image: train:1, ports: [{containerPort: 8080}]}]
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {}
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
                spec:
                  template:
                    spec:
                      containers: [{name: node, image: train:1, ports: [{containerPort: 8080, name: metrics}]}]
"""

from collections.abc import Iterator

from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.admission.trainer._nodes import nodes
from render.rules.rule import Finding, Objects, rule

_PORT = 29500
_FRAMEWORKS = {"jax", "torch", "xgboost"}


@rule(severity=Severity.INFO, keys=("ports",))
def check(items: Objects) -> Iterator[Finding]:
    """Look for a first port without a name in containers that get Trainer's."""
    for training in trainings(items):
        is_given = training.trainer is not None and not _FRAMEWORKS.isdisjoint(training.policy)
        for container in nodes(training) if is_given else ():
            ports = [port["containerPort"] for port in container.get("ports", ()) if not port.get("name")]
            if ports and ports[0] != _PORT:
                message = f"Trainer's port {_PORT} takes the place of the runtime's port {ports[0]}, which has no name"
                yield Finding(("spec", "runtimeRef"), message, "a name for the runtime's port", training.job)
