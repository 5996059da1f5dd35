"""Gangs: a PodGroup and the pods that a scheduler starts together.

`PodGroup` is a kind in three API groups. Each group binds it to its pods by other fields.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from render.manifests.objects import Object, may_share_namespace, object_name
from render.manifests.pods import Pod, pods
from render.programs.replicas import replica_count
from render.rules.rule import Objects
from render.schema_errors.error import Path

VOLCANO, COSCHEDULING, KUBERNETES = "scheduling.volcano.sh", "scheduling.x-k8s.io", "scheduling.k8s.io"

_BINDINGS: Mapping[str, tuple[Path, ...]] = {
    COSCHEDULING: (("metadata", "labels", "scheduling.x-k8s.io/pod-group"),),
    KUBERNETES: (("spec", "schedulingGroup", "podGroupName"),),
    VOLCANO: (
        ("metadata", "annotations", "scheduling.k8s.io/group-name"),
        ("metadata", "annotations", "scheduling.volcano.sh/group-name"),
    ),
}
"""Fields in which a pod names its PodGroup, by API group of the PodGroup."""
_MINIMUM: Mapping[str, Path] = {
    COSCHEDULING: ("spec", "minMember"),
    KUBERNETES: ("spec", "schedulingPolicy", "gang", "minCount"),
    VOLCANO: ("spec", "minMember"),
}


class Membership(NamedTuple):
    """A pod that names a PodGroup."""

    pod: Pod
    group: str
    """API group of the PodGroup."""
    name: str
    path: Path
    """Path of the name in the pod's object."""


class Gang(NamedTuple):
    """A PodGroup with the pods that name it."""

    item: Object
    minimum: int
    path: Path
    """Path of the minimum in the PodGroup."""
    members: tuple[Membership, ...]

    @property
    def size(self) -> int | None:
        """Number of pods; None if unknown."""
        counts = [replica_count(member.pod) for member in self.members]
        return None if None in counts else sum(count for count in counts if count is not None)


def gangs(items: Objects) -> Iterator[Gang]:
    """Yield the PodGroups that have a minimum and that pods of the input name."""
    bound = by_group(items)
    for item in groups(items):
        path = _MINIMUM[item.kind.group]
        minimum = _at(item.data, path)
        members = members_of(item, bound)
        if isinstance(minimum, int) and members:
            yield Gang(item, minimum, path, members)


Bound = Mapping[tuple[str, str], tuple[Membership, ...]]
"""Pods by API group and name of their PodGroup."""


def by_group(items: Objects) -> Bound:
    """Return the pods that name a PodGroup, by its API group and name."""
    found: dict[tuple[str, str], tuple[Membership, ...]] = {}
    for member in _memberships(items):
        key = member.group, member.name
        found[key] = (*found.get(key, ()), member)
    return found


def members_of(item: Object, bound: Bound) -> tuple[Membership, ...]:
    """Return the pods that name this PodGroup."""
    named = bound.get((item.kind.group, object_name(item) or ""), ())
    return tuple(member for member in named if may_share_namespace(member.pod.object, item))


def groups(items: Objects) -> Iterator[Object]:
    """Yield the PodGroups."""
    return (item for item in items if item.kind.name == "PodGroup" and item.kind.group in _MINIMUM)


def _memberships(items: Objects) -> Iterator[Membership]:
    for item in items:
        for pod in pods(item):
            for group, paths in _BINDINGS.items():
                for path in paths:
                    named = _at({"metadata": pod.metadata, "spec": pod.spec}, path)
                    if isinstance(named, str):
                        yield Membership(pod, group, named, (*pod.path, *path))


def _at(data: object, path: Path) -> object:
    for key in path:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data
