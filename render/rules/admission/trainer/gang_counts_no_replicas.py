"""ADM837 gang-counts-no-replicas: a gang of Trainer's is smaller than the pods of its runtime.

Trainer adds up the `parallelism` of the replicated jobs, and not how often each Job is made. With `replicas` the gang
starts before all of its pods have room.

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
    """Look for several Jobs of one kind. Of those that a TrainJob configures there is one, whatever is written."""
    spec = item.data.get("spec", {})
    for job in replicated_jobs(spec.get("template", {}), ("spec", "template")) if spec.get("podGroupPolicy") else ():
        if job.replicas > 1 and job.step is None:
            message = (
                f"the gang counts {job.parallelism} pods of `{job.name}`, and {job.replicas * job.parallelism} are made"
            )
            yield Finding((*job.path, "replicas"), message, "one Job with as many pods: `parallelism`")
