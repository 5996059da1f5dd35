"""SCD207 gang-per-job: Volcano makes a gang of each Job, not of the run.

For pods that name no PodGroup, Volcano makes one for each of their owners, which is satisfied with its first pod. The
Jobs of a JobSet then start one by one, and pod by pod: two runs can hold half of the GPUs each.

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
from render.programs.copies import copies
from render.rules.rule import Finding, rule

_NAMES = frozenset({"scheduling.k8s.io/group-name", "scheduling.volcano.sh/group-name"})


@rule(severity=Severity.WARNING, kinds=("jobset.x-k8s.io/JobSet",), keys=("schedulerName",))
def check(item: Object) -> Iterator[Finding]:
    """Look for Volcano's scheduler without its PodGroup where there are several pods."""
    free = [
        pod
        for pod in pods(item)
        if pod.spec.get("schedulerName") == "volcano" and _NAMES.isdisjoint(pod.metadata.get("annotations", {}))
    ]
    if sum(copies(pod) or 0 for pod in free) > 1:
        message = "the pods name no PodGroup, so Volcano starts them one by one"
        hint = "the annotation `scheduling.k8s.io/group-name`, and a PodGroup of that name"
        yield Finding((*free[0].spec_path, "schedulerName"), message, hint)
