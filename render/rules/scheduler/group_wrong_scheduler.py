"""SCD205 group-wrong-scheduler: a pod belongs to a Volcano gang, but another scheduler places it.

The default scheduler doesn't know the annotation: it starts the pods one by one, and the PodGroup waits forever. A gang
needs both `scheduling.k8s.io/group-name` and `schedulerName: volcano`.

Source: https://github.com/volcano-sh/volcano/issues/4463

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      parallelism: 4
      template:
        metadata: {annotations: {scheduling.k8s.io/group-name: train}}
        spec:
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1"}]
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      parallelism: 4
      template:
        metadata: {annotations: {scheduling.k8s.io/group-name: train}}
        spec:
          schedulerName: volcano
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1"}]
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.rule import Finding, rule

_GROUP = "scheduling.k8s.io/group-name"


@rule(severity=Severity.WARNING, keys=(_GROUP,))
def check(pod: Pod) -> Iterator[Finding]:
    """Report the annotation without the scheduler. A task of a Volcano Job has the scheduler of its Job."""
    is_volcano = pod.object.kind.group == "batch.volcano.sh"
    if _GROUP not in pod.metadata.get("annotations", {}) or is_volcano:
        return
    if pod.spec.get("schedulerName", "default-scheduler") == "default-scheduler":
        path = (*pod.path, "metadata", "annotations", _GROUP)
        yield Finding(
            path,
            "the default scheduler ignores this annotation and places the pods one by one",
            "set `schedulerName: volcano`",
        )
