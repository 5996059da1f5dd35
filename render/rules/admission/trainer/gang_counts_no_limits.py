"""ADM838 gang-counts-no-limits: a gang of Trainer's reserves no room for what its pods only have limits of.

`minResources` is the sum of the requests that are written. The API server makes a request of each limit, but later, in
the pods: GPUs that stand under `limits` alone are missing, and the gang is let in where there are none free.

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
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec:
                  template:
                    spec:
                      schedulerName: volcano
                      containers: [{name: node, image: train:1, resources: {limits: {nvidia.com/gpu: 8}}}]
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
                spec:
                  template:
                    spec:
                      schedulerName: volcano
                      containers:
                        - name: node
                          image: train:1
                          resources: {limits: {nvidia.com/gpu: 8}, requests: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.kube.gpus import is_gpu
from render.manifests.jobset import replicated_jobs
from render.manifests.objects import Object
from render.manifests.trainjob import RUNTIMES
from render.problem import Severity
from render.rules.rule import Finding, rule


@rule(severity=Severity.INFO, kinds=RUNTIMES, keys=("limits",))
def check(item: Object) -> Iterator[Finding]:
    """Look for GPUs that are not requested."""
    spec = item.data.get("spec", {})
    for job in replicated_jobs(spec.get("template", {}), ("spec", "template")) if spec.get("podGroupPolicy") else ():
        for path, container in job.containers:
            resources = container.get("resources", {})
            for name in filter(is_gpu, resources.get("limits", {})):
                if name not in resources.get("requests", {}):
                    message = f"the gang reserves no `{name}`, since it is no request"
                    yield Finding((*path, "resources", "limits", name), message, "the same under `requests`")
