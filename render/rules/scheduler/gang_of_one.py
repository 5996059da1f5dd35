"""SCD202 gang-of-one: a gang with a minimum of one pod gives no guarantee.

The first pod that fits starts, holds its GPUs and waits for the others. Two such runs can each hold half of the
cluster, and neither makes progress.

Source: https://github.com/kubeflow/arena/tree/master/charts/pytorchjob

Example:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: PodGroup
    metadata: {name: train}
    spec: {minMember: 1}
    ---
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
Use instead:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: PodGroup
    metadata: {name: train}
    spec: {minMember: 4}
    ---
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

from render.problem import Severity
from render.rules.gangs import gangs
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("minCount", "minMember"))
def check(items: Objects) -> Iterator[Finding]:
    """Report a minimum of one with several pods, unless an elastic run may start with one node (`PET_NNODES`)."""
    for gang in gangs(items):
        if gang.minimum == 1 and (gang.size or 0) > 1 and not _starts_with_one(items):
            message = f"the gang starts with 1 pod, but {gang.size} pods belong to it"
            yield Finding(gang.path, message, f"set it to `{gang.size}`", gang.item)


def _starts_with_one(items: Objects) -> bool:
    """Return whether a ConfigMap sets an elastic range that begins at one node."""
    sizes = (item.data.get("data", {}).get("PET_NNODES", "") for item in items if item.kind.name == "ConfigMap")
    return any(size.startswith("1:") for size in sizes)
