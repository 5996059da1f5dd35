"""SCD208 group-ignored-by-volcano: a Volcano Job ignores a PodGroup that its tasks name.

Volcano creates a PodGroup for each of its own Jobs, from the Job's `minAvailable` and `minResources`, and ignores the
PodGroup that the tasks name. Its minimum, queue and topology have no effect.

Source: https://github.com/volcano-sh/volcano/issues/4462

Example:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: PodGroup
    metadata: {name: train}
    spec: {minMember: 4}
    ---
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: train}
    spec:
      schedulerName: volcano
      tasks:
        - name: node
          replicas: 4
          template:
            metadata: {annotations: {scheduling.k8s.io/group-name: train}}
            spec: {restartPolicy: Never, containers: [{name: node, image: "registry.example/train:1"}]}
Use instead:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: train}
    spec:
      schedulerName: volcano
      minAvailable: 4
      tasks:
        - name: node
          replicas: 4
          template:
            spec: {restartPolicy: Never, containers: [{name: node, image: "registry.example/train:1"}]}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.rules.gangs import gangs
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("minCount", "minMember"))
def check(items: Objects) -> Iterator[Finding]:
    """Report PodGroups that only Volcano Jobs name."""
    for gang in gangs(items):
        owners = {member.pod.object.kind.group for member in gang.members}
        if owners == {"batch.volcano.sh"}:
            message = "Volcano creates its own PodGroup for a Volcano Job and ignores this one"
            yield Finding(
                ("metadata", "name"),
                message,
                "set `minAvailable`, `queue` and `networkTopology` in the Job instead",
                gang.item,
            )
