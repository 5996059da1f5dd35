"""ADM836 gang-not-scheduled: a runtime has a Volcano PodGroup, but Volcano does not schedule its pods.

Trainer creates the PodGroup and adds the pods to it, but sets no scheduler. The default scheduler places pods without
`schedulerName: volcano` one by one and ignores the gang: two runs can each hold half of the GPUs and wait forever. A
TrainJob cannot fix this, because a patch cannot set a scheduler.

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
    """Check for pods that the default scheduler places."""
    spec = item.data.get("spec", {})
    if "volcano" not in spec.get("podGroupPolicy", {}):
        return
    jobs = replicated_jobs(spec.get("template", {}), ("spec", "template"))
    free = [job.name for job in jobs if job.pod.get("schedulerName", "default-scheduler") == "default-scheduler"]
    if free:
        names = ", ".join(f"`{name}`" for name in free)
        message = f"the default scheduler places the pods of {names} one by one and ignores the PodGroup"
        yield Finding(
            ("spec", "podGroupPolicy", "volcano"), message, "set `schedulerName: volcano` in each pod template"
        )
