"""ADM850 nodes-not-positive: a TrainJob has no nodes.

Trainer 2.3 accepts any `numNodes`. With 0 no pod starts; with less the API server rejects the Job.

Source: https://github.com/kubeflow/trainer/pull/3809

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {numNodes: 0}
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
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {numNodes: 1}
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

from render.manifests.trainjob import trainjobs
from render.rules.rule import Finding, Objects, rule


@rule(keys=("numNodes",))
def check(items: Objects) -> Iterator[Finding]:
    """Check the number of nodes."""
    for job in trainjobs(items):
        nodes = job.data.get("spec", {}).get("trainer", {}).get("numNodes", 1)
        if nodes < 1:
            yield Finding(
                ("spec", "trainer", "numNodes"), f"must be at least 1, got {nodes}", "set `numNodes: 1` or more", job
            )
