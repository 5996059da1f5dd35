"""Levels of the network within which a run's pods must or should lie, as each scheduler is asked for them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from render.kube import selector
from render.manifests.objects import Object
from render.manifests.pods import Pod, pods
from render.rules.gangs import gangs
from render.schema_errors.error import Path

KUEUE, VOLCANO, NATIVE, KAI, AFFINITY = "kueue", "volcano", "kubernetes", "kai", "affinity"
KAI_TOPOLOGY = "kai.scheduler/topology"
_KUEUE = "kueue.x-k8s.io/podset-"
_TIER = ("spec", "networkTopology", "highestTierName")
_ENFORCED = {"required": True, "preferred": False}


@dataclass(frozen=True, slots=True)
class TopologyLevel:
    """A node label, and the pods that lie on nodes with one value of it."""

    label: str
    scheduler: str
    pod: Pod
    """Template of the pods."""
    item: Object
    path: Path
    """Object and path of the value that names the label."""
    is_required: bool = True
    size: int | None = None
    """Number of pods, by index, that lie together; None for all."""


def levels(items: tuple[Object, ...]) -> Iterator[TopologyLevel]:
    """Yield the levels that objects name."""
    for item in items:
        for pod in pods(item):
            yield from _of_kueue(item, pod)
            yield from _of_kai(item, pod)
            yield from _of_affinity(item, pod)
    yield from _of_groups(items)


def _of_kueue(item: Object, pod: Pod) -> Iterator[TopologyLevel]:
    """Source: https://kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling/."""
    annotations: Mapping[str, str] = pod.metadata.get("annotations", {})
    path = (*pod.path, "metadata", "annotations")
    for mode, is_required in _ENFORCED.items():
        if label := annotations.get(name := f"{_KUEUE}{mode}-topology"):
            yield TopologyLevel(label, KUEUE, pod, item, (*path, name), is_required)
    if label := annotations.get(name := f"{_KUEUE}slice-required-topology"):
        size = annotations.get(f"{_KUEUE}slice-size", "")
        yield TopologyLevel(label, KUEUE, pod, item, (*path, name), size=int(size) if size.isdecimal() else 1)


def _of_kai(item: Object, pod: Pod) -> Iterator[TopologyLevel]:
    annotations: Mapping[str, str] = item.data["metadata"].get("annotations", {})
    for mode, is_required in _ENFORCED.items():
        if label := annotations.get(name := f"{KAI_TOPOLOGY}-{mode}-placement"):
            yield TopologyLevel(label, KAI, pod, item, ("metadata", "annotations", name), is_required)


def _of_affinity(item: Object, pod: Pod) -> Iterator[TopologyLevel]:
    """Yield the required affinities of pods to those of their own kind."""
    kind = "requiredDuringSchedulingIgnoredDuringExecution"
    for index, term in enumerate(pod.spec.get("affinity", {}).get("podAffinity", {}).get(kind, ())):
        if selector.matches(term.get("labelSelector", {}), pod.metadata.get("labels", {})):
            path = (*pod.spec_path, "affinity", "podAffinity", kind, index, "topologyKey")
            yield TopologyLevel(term["topologyKey"], AFFINITY, pod, item, path)


def _of_groups(items: tuple[Object, ...]) -> Iterator[TopologyLevel]:
    for gang in gangs(items):
        spec = gang.item.data["spec"]
        network = spec.get("networkTopology", {})
        is_required = network.get("mode") != "soft"
        for member in gang.members:
            if label := network.get("highestTierName"):
                yield TopologyLevel(label, VOLCANO, member.pod, gang.item, _TIER, is_required)
            for index, one in enumerate(spec.get("schedulingConstraints", {}).get("topology", ())):
                path = ("spec", "schedulingConstraints", "topology", index, "key")
                yield TopologyLevel(one["key"], NATIVE, member.pod, gang.item, path)
