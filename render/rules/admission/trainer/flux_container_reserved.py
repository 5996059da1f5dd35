"""ADM814 flux-container-reserved: a Flux runtime has an init container with the name that Trainer reserves.

Trainer adds an init container named `flux-installer` to the nodes of a Flux TrainJob. Its webhook rejects TrainJobs on
a runtime that already has one.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/flux/flux.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: flux}
      trainer: {numNodes: 1}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: flux}
    spec:
      mlPolicy: {numNodes: 1, flux: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec:
                  template:
                    spec:
                      initContainers: [{name: flux-installer, image: prepare}]
                      containers: [{name: node, image: train}]
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: flux}
      trainer: {numNodes: 1}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: flux}
    spec:
      mlPolicy: {numNodes: 1, flux: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec:
                  template:
                    spec:
                      initContainers: [{name: prepare, image: prepare}]
                      containers: [{name: node, image: train}]
"""

from collections.abc import Iterator

from render.manifests.trainjob import NODE, trainings
from render.rules.admission.trainer._containers import containers
from render.rules.rule import Finding, Objects, rule

_RESERVED = "flux-installer"


@rule(keys=("flux",))
def check(items: Objects) -> Iterator[Finding]:
    """Check the init containers of Flux runtimes."""
    for training in trainings(items):
        nodes = containers(training).get(NODE)
        if "flux" in training.policy and nodes and _RESERVED in nodes.init:
            message = f"Invalid value: {_RESERVED}: InitContainer '{_RESERVED}' is reserved"
            hint = "rename the init container of the runtime"
            yield Finding(("spec", "trainer", "initContainers"), message, hint, training.job)
