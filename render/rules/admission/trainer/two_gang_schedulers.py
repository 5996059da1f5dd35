"""ADM839 two-gang-schedulers: a runtime has PodGroups for two schedulers.

With both `volcano` and `coscheduling` Trainer creates a PodGroup for each. A pod has one scheduler, so one of the
PodGroups never gets its pods.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/apis/trainer/v1alpha1/trainingruntime_types.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      podGroupPolicy: {volcano: {}, coscheduling: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {schedulerName: volcano, containers: [{name: node, image: train:1}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      podGroupPolicy: {volcano: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {schedulerName: volcano, containers: [{name: node, image: train:1}]}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.trainjob import RUNTIMES
from render.problem import Severity
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=RUNTIMES, keys=("coscheduling",))
def check(item: Object) -> Iterator[Finding]:
    """Check that at most one of them is set."""
    if {"coscheduling", "volcano"} <= item.data.get("spec", {}).get("podGroupPolicy", {}).keys():
        yield Finding(
            ("spec", "podGroupPolicy"), "Trainer creates two PodGroups, and one never gets its pods", "keep one of them"
        )
