"""Where the pods of each role may run, if nothing ran on the nodes but what stays there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from render.doctor.nodes.batch import PodBatch, PodStage
from render.doctor.nodes.capacity import place_pods
from render.doctor.nodes.domains import domain_rooms, has_room
from render.doctor.nodes.levels import TopologyLevel
from render.doctor.nodes.node_resources import Load
from render.manifests.paths import Data


@dataclass(frozen=True, slots=True)
class Landing:
    """Nodes that may take a pod of one role."""

    nodes: tuple[str, ...]
    domains: Mapping[str, tuple[str, ...]]
    """By label of each required level: the values of the domains that have room for the pods that must lie together."""


def landings(
    stages: Sequence[PodStage], found: Sequence[TopologyLevel], nodes: Sequence[Data], load: Load
) -> Iterator[tuple[PodBatch, Landing]]:
    """Yield the landing of each batch."""
    for stage in stages:
        for batch in stage.batches:
            required = [level for level in found if level.is_required and level.pod == batch.pod]
            yield batch, _landing(batch, required, nodes, load)


def _landing(batch: PodBatch, required: Sequence[TopologyLevel], nodes: Sequence[Data], load: Load) -> Landing:
    free = load.free(nodes, for_good=True)
    domains: dict[str, tuple[str, ...]] = {}
    left = [node for node in nodes if place_pods([batch], [node], free, for_good=True)[0].count]
    for level in required:
        rooms = domain_rooms(level.label, batch, left, free, for_good=True)
        wide = {value for value, room in rooms.items() if room >= (level.size or batch.minimum)}
        wide = wide if has_room(level.size, batch, list(rooms.values())) else set()
        domains[level.label] = tuple(sorted(wide))
        left = [node for node in left if node["metadata"].get("labels", {}).get(level.label) in wide]
    return Landing(tuple(node["metadata"]["name"] for node in left), domains)
