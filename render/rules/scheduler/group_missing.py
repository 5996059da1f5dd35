"""SCD206 group-missing: pods name a PodGroup that doesn't exist, and a PodGroup with a similar name has no pods.

The scheduler waits for the PodGroup that the pods name. The rule reports nothing if every PodGroup has its pods: the
missing one may already be in the cluster.

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

from render.manifests.objects import may_share_namespace, object_name
from render.problem import Severity
from render.rules.gangs import by_group, groups, members_of
from render.rules.rule import Finding, Objects, rule
from render.schema_errors.suggest import nearest


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
    """Report a name without a PodGroup if a PodGroup with a similar name has no pods."""
    bound = by_group(items)
    known = tuple(groups(items))
    unused = [item for item in known if not members_of(item, bound)]
    bound_members = {id(member) for item in known for member in members_of(item, bound)}
    for member in (member for members in bound.values() for member in members if unused):
        if id(member) in bound_members:
            continue
        near = [item for item in unused if may_share_namespace(item, member.pod.object)]
        suggestion = nearest(member.name, {str(object_name(item)) for item in near})
        if suggestion is not None:
            kinds = sorted({item.kind.group for item in near if object_name(item) == suggestion})
            differs = "" if member.group in kinds else f" of `{kinds[0]}`, which these pods don't use"
            message = f"there is no PodGroup `{member.name}`, and no pod names the PodGroup `{suggestion}`{differs}"
            hint = f"did you mean `{suggestion}`?" if not differs else f"create a PodGroup of `{member.group}`"
            yield Finding(member.path, message, hint, member.pod.object)
