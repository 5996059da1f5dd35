"""SCD201 gang-too-large: a gang needs more pods than exist.

The scheduler starts none of its pods until the PodGroup has at least its minimum of pods.

Source: https://volcano.sh/en/docs/podgroup/

Example:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: PodGroup
    metadata: {name: train}
    spec: {minMember: 5}
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

from render.rules.gangs import gangs
from render.rules.rule import Finding, Objects, rule


@rule(keys=("minCount", "minMember"))
def check(items: Objects) -> Iterator[Finding]:
    """Compare the minimum with the pods that name the PodGroup."""
    for gang in gangs(items):
        if gang.size is not None and gang.minimum > gang.size:
            message = f"the gang needs {gang.minimum} pods, but only {gang.size} belong to it"
            yield Finding(gang.path, message, f"set it to `{gang.size}`, or add the other pods to the gang", gang.item)
