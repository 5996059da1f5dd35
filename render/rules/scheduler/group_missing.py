"""SCD206 group-missing: pods name a PodGroup that is not there, beside one that nobody names.

The scheduler waits for the PodGroup that the pods name. Nothing is said where the PodGroups all have their pods: then
this one may be in the cluster already.

Source: https://volcano.sh/en/docs/podgroup/

Example:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: PodGroup
    metadata: {name: train-group}
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

from render.manifests.identity import can_meet, name
from render.problem import Severity
from render.rules.gangs import by_group, groups, members_of
from render.rules.rule import Finding, Objects, rule
from render.shape.nearest import nearest


@rule(
    severity=Severity.WARNING,
    keys=(
        "podGroupName",
        "scheduling.k8s.io/group-name",
        "scheduling.volcano.sh/group-name",
        "scheduling.x-k8s.io/pod-group",
    ),
)
def check(items: Objects) -> Iterator[Finding]:
    """Look for a name without a PodGroup where a PodGroup has no pods."""
    bound = by_group(items)
    known = tuple(groups(items))
    idle = [item for item in known if not members_of(item, bound)]
    met = {id(member) for item in known for member in members_of(item, bound)}
    for member in (member for members in bound.values() for member in members if idle):
        if id(member) in met:
            continue
        near = [item for item in idle if can_meet(item, member.pod.object)]
        meant = nearest(member.name, {str(name(item)) for item in near})
        if meant is not None:
            kinds = sorted({item.kind.group for item in near if name(item) == meant})
            differs = "" if member.group in kinds else f" of `{kinds[0]}`, which is not read here"
            message = f"there is no PodGroup `{member.name}`, and nobody names the PodGroup `{meant}`{differs}"
            hint = f"`{meant}`" if not differs else f"a PodGroup of `{member.group}`"
            yield Finding(member.path, message, hint, member.pod.object)
