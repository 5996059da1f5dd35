"""SCD204 gang-across-stages: a gang includes pods that are only created once other pods of the gang have started.

A JobSet with `startupPolicyOrder: InOrder` or `dependsOn` creates the Jobs of a stage once the previous stage is ready
or complete. A gang that spans both stages deadlocks: the first stage isn't started until the pods of the second exist.

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
from render.programs.replicas import replica_count
from render.rules.gangs import Gang, gangs
from render.rules.rule import Finding, Objects, rule

_JOBSET = "JobSet"


@rule(keys=("minCount", "minMember"))
def check(items: Objects) -> Iterator[Finding]:
    """Compare the minimum with the pods that exist before any stage of the gang has finished."""
    for gang in gangs(items):
        total, first = gang.size, _initial_pods(gang)
        if total is not None and total >= gang.minimum > first:
            message = (
                f"the gang needs {gang.minimum} pods, but only {first} are created before the first of them starts"
            )
            yield Finding(
                gang.path,
                message,
                "create all pods of the gang in one stage: remove `dependsOn` or `InOrder`",
                gang.item,
            )


def _initial_pods(gang: Gang) -> int:
    """Return the number of pods that the first stages create."""
    return sum(
        replica_count(member.pod) or 0
        for member in gang.members
        if not _is_later_stage(member.pod.object, member.path[2], gang)
    )


def _is_later_stage(item: Object, index: object, gang: Gang) -> bool:
    """Return whether a replicated job is created only after another one of the gang has started."""
    if item.kind.name != _JOBSET or not isinstance(index, int):
        return False
    members = {member.path[2] for member in gang.members if member.pod.object is item}
    spec = item.data["spec"]
    if spec.get("startupPolicy", {}).get("startupPolicyOrder") == "InOrder":
        return any(isinstance(member, int) and member < index for member in members)
    return bool(_dependencies(spec["replicatedJobs"], index) & members)


def _dependencies(jobs: list[dict[str, object]], index: int) -> set[object]:
    """Return the positions of all jobs that a job depends on, directly or indirectly."""
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
