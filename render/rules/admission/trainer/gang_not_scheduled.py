"""ADM836 gang-not-scheduled: a runtime makes a PodGroup of Volcano's, and Volcano places none of its pods.

Trainer makes the PodGroup and binds the pods to it, and names no scheduler. Pods without `schedulerName: volcano` are
placed one by one by the default scheduler, which knows of no gang: two runs can hold half of the GPUs each. A TrainJob
can't mend it, since a patch may not name a scheduler.

Source: https://github.com/kubeflow/trainer/issues/2437

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
                spec: {template: {spec: {containers: [{name: node, image: train:1}]}}}
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

from render.manifests.jobset import replicated_jobs
from render.manifests.objects import Object
from render.manifests.trainjob import RUNTIMES
from render.problem import Severity
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=RUNTIMES, keys=("volcano",))
def check(item: Object) -> Iterator[Finding]:
    """Look for pods that the default scheduler places."""
    spec = item.data.get("spec", {})
    if "volcano" not in spec.get("podGroupPolicy", {}):
        return
    jobs = replicated_jobs(spec.get("template", {}), ("spec", "template"))
    free = [job.name for job in jobs if job.pod.get("schedulerName", "default-scheduler") == "default-scheduler"]
    if free:
        names = ", ".join(f"`{name}`" for name in free)
        message = f"the default scheduler places the pods of {names} one by one, whatever the PodGroup says"
        yield Finding(("spec", "podGroupPolicy", "volcano"), message, "`schedulerName: volcano` in each pod template")
