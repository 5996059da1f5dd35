"""ADM850 nodes-not-positive: a TrainJob has no nodes.

Trainer 2.3 takes any number for `numNodes`. With 0 nothing is started, and a Job with fewer is refused.

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
    """Look for a number below 1."""
    for job in trainjobs(items):
        nodes = job.data.get("spec", {}).get("trainer", {}).get("numNodes", 1)
        if nodes < 1:
            yield Finding(("spec", "trainer", "numNodes"), f"{nodes} nodes never train", "at least 1", job)
