"""ADM845 port-replaced: Trainer replaces a port of the runtime.

Trainer adds the port of the first node, 29500. It replaces a port with the same number or the same name, and two ports
without a name count as the same. Network policies and service meshes then no longer find the runtime's port.

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
from render.rules.admission.trainer._node_containers import node_containers
from render.rules.rule import Finding, Objects, rule

_PORT = 29500
_FRAMEWORKS = {"jax", "torch", "xgboost"}


@rule(severity=Severity.INFO, keys=("ports",))
def check(items: Objects) -> Iterator[Finding]:
    """Check for a first port without a name in containers that get Trainer's port."""
    for training in trainings(items):
        gets_port = training.trainer is not None and not _FRAMEWORKS.isdisjoint(training.policy)
        for container in node_containers(training) if gets_port else ():
            ports = [port["containerPort"] for port in container.get("ports", ()) if not port.get("name")]
            if ports and ports[0] != _PORT:
                message = f"Trainer's port {_PORT} replaces the runtime's port {ports[0]}, which has no name"
                yield Finding(("spec", "runtimeRef"), message, "name the runtime's port", training.job)
