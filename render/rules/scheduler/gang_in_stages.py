"""SCD204 gang-in-stages: a gang waits for pods that wait for the gang.

A JobSet with `startupPolicyOrder: InOrder` or `dependsOn` makes the Jobs of the next stage when the one before is ready
or complete. A gang over both never has its pods: the first stage is not started before the second exists.

Source: https://github.com/kubeflow/mpi-operator/issues/608

Example:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: PodGroup
    metadata: {name: train}
    spec: {minMember: 3}
    ---
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              parallelism: 2
              completions: 2
              template: &pod
                metadata: {annotations: {scheduling.k8s.io/group-name: train}}
                spec:
                  schedulerName: volcano
                  containers: [{name: node, image: "registry.example/train:1"}]
        - name: launcher
          dependsOn: [{name: node, status: Ready}]
          template: {spec: {parallelism: 1, completions: 1, template: *pod}}
Use instead:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: PodGroup
    metadata: {name: train}
    spec: {minMember: 3}
    ---
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              parallelism: 2
              completions: 2
              template: &pod
                metadata: {annotations: {scheduling.k8s.io/group-name: train}}
                spec:
                  schedulerName: volcano
                  containers: [{name: node, image: "registry.example/train:1"}]
        - name: launcher
          template: {spec: {parallelism: 1, completions: 1, template: *pod}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.programs.copies import copies
from render.rules.gangs import Gang, gangs
from render.rules.rule import Finding, Objects, rule

_JOBSET = "JobSet"


@rule(keys=("minCount", "minMember"))
def check(items: Objects) -> Iterator[Finding]:
    """Compare the minimum with the pods that exist before any stage of the gang is over."""
    for gang in gangs(items):
        total, first = gang.size, _at_first(gang)
        if total is not None and total >= gang.minimum > first:
            message = (
                f"the gang waits for {gang.minimum} pods, and only {first} are made before some of them have started"
            )
            yield Finding(
                gang.path, message, "no stages within a gang: a launcher waits for its nodes itself", gang.item
            )


def _at_first(gang: Gang) -> int:
    return sum(
        copies(member.pod) or 0 for member in gang.members if not _waits(member.pod.object, member.path[2], gang)
    )


def _waits(item: Object, index: object, gang: Gang) -> bool:
    """Say whether a replicated job is made only after another one of the gang has started."""
    if item.kind.name != _JOBSET or not isinstance(index, int):
        return False
    members = {member.path[2] for member in gang.members if member.pod.object is item}
    spec = item.data["spec"]
    if spec.get("startupPolicy", {}).get("startupPolicyOrder") == "InOrder":
        return any(isinstance(member, int) and member < index for member in members)
    return bool(_before(spec["replicatedJobs"], index) & members)


def _before(jobs: list[dict[str, object]], index: int) -> set[object]:
    """Return the positions of the jobs that one depends on, directly or not."""
    positions = {job.get("name"): position for position, job in enumerate(jobs)}
    found: set[object] = set()
    waiting = [index]
    while waiting:
        needed = jobs[waiting.pop()].get("dependsOn", ())
        names = [one["name"] for one in needed if "name" in one] if isinstance(needed, list) else []
        new = {positions[one] for one in names if one in positions} - found
        found |= new
        waiting += sorted(new)
    return found
