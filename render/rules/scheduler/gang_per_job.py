"""SCD207 gang-per-job: Volcano creates one gang per Job instead of one for the run.

For pods that name no PodGroup, Volcano creates one PodGroup per owner with a minimum of one pod. The Jobs of a JobSet
then start one by one, and pod by pod: two runs can each hold half of the GPUs.

Source: https://github.com/volcano-sh/volcano/issues/4463

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 4
              parallelism: 4
              template:
                spec: {schedulerName: volcano, containers: [{name: node, image: "registry.example/train:1"}]}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 4
              parallelism: 4
              template:
                metadata: {annotations: {scheduling.k8s.io/group-name: train}}
                spec: {schedulerName: volcano, containers: [{name: node, image: "registry.example/train:1"}]}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.programs.replicas import replica_count
from render.rules.rule import Finding, rule

_NAMES = frozenset({"scheduling.k8s.io/group-name", "scheduling.volcano.sh/group-name"})


@rule(severity=Severity.WARNING, kinds=("jobset.x-k8s.io/JobSet",), keys=("schedulerName",))
def check(item: Object) -> Iterator[Finding]:
    """Report pods that Volcano schedules and that name no PodGroup, where there is more than one pod."""
    free = [
        pod
        for pod in pods(item)
        if pod.spec.get("schedulerName") == "volcano" and _NAMES.isdisjoint(pod.metadata.get("annotations", {}))
    ]
    if sum(replica_count(pod) or 0 for pod in free) > 1:
        message = "the pods name no PodGroup, so Volcano schedules them one by one"
        hint = "create a PodGroup and set the annotation `scheduling.k8s.io/group-name` to its name"
        yield Finding((*free[0].spec_path, "schedulerName"), message, hint)
