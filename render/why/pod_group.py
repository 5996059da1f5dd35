"""PodGroups of all schedulers: their kinds, the names that pods give, and how many pods they start with."""

from collections.abc import Iterator

from render.cluster.products import COSCHEDULING, NATIVE, VOLCANO
from render.manifests.fields import number_at, text_at
from render.why.cluster_object import ClusterObject

POD_GROUPS = (f"{VOLCANO}/PodGroup", f"{COSCHEDULING}/PodGroup", f"{NATIVE}/PodGroup")
"""Kinds of PodGroups."""


def group_names(pod: ClusterObject) -> Iterator[str]:
    """Yield the names that a pod or its template gives its PodGroup; empty ones where it has none.

    Volcano reads an annotation, scheduler-plugins a label, Kubernetes a field.
    """
    yield text_at(pod.annotations, "scheduling.k8s.io/group-name")
    yield text_at(pod.labels, "scheduling.x-k8s.io/pod-group")
    yield text_at(pod.data, "spec", "schedulingGroup", "podGroupName")


def least_pods(group: ClusterObject) -> int:
    """Return the number of pods that a gang starts with; 0 if unknown."""
    own = number_at(group.data, "spec", "minMember")
    return own or number_at(group.data, "spec", "schedulingPolicy", "gang", "minCount")
