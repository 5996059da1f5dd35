"""ADM837 gang-ignores-replicas: Trainer's gang is smaller than the number of pods of its runtime.

Trainer adds up the `parallelism` of the replicated jobs and ignores their `replicas`. With more than one replica the
gang starts before all of its pods have room.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/volcano/volcano.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      podGroupPolicy: {volcano: {}}
      template:
        spec:
          replicatedJobs:
            - name: monitor
              replicas: 3
              template: {spec: {template: {spec: {schedulerName: volcano, containers: [{name: main, image: watch:1}]}}}}
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
            - name: monitor
              template:
                spec:
                  parallelism: 3
                  template: {spec: {schedulerName: volcano, containers: [{name: main, image: watch:1}]}}
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {schedulerName: volcano, containers: [{name: node, image: train:1}]}}}
"""

from collections.abc import Iterator

from render.manifests.jobset import replicated_jobs
from render.manifests.objects import Object
from render.manifests.trainjob import RUNTIMES
from render.problem import Severity
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=RUNTIMES, keys=("replicas",))
def check(item: Object) -> Iterator[Finding]:
    """Check for replicated jobs with replicas; those that a TrainJob configures always have one."""
    spec = item.data.get("spec", {})
    for job in replicated_jobs(spec.get("template", {}), ("spec", "template")) if spec.get("podGroupPolicy") else ():
        if job.replicas > 1 and job.step is None:
            message = (
                f"the gang counts {job.parallelism} pods of `{job.name}`, which has {job.replicas * job.parallelism}"
            )
            yield Finding((*job.path, "replicas"), message, "use one Job with a higher `parallelism`")
