"""Room in the domains of a level: the nodes with one value of its label."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from render.doctor.nodes.batch import PodBatch
from render.doctor.nodes.capacity import place_pods
from render.manifests.paths import Data
from render.manifests.pod_resources import Needs


def domain_rooms(
    label: str, batch: PodBatch, nodes: Sequence[Data], free: Mapping[str, Needs], *, for_good: bool
) -> dict[str, int]:
    """Return the number of a batch's pods that fit into each domain, by the label's value.

    `free` are the free resources by node name. With `for_good`, temporary node conditions are ignored.
    """
    members: defaultdict[str, list[Data]] = defaultdict(list)
    for node in nodes:
        if (value := node["metadata"].get("labels", {}).get(label)) is not None:
            members[value].append(node)
    return {
        value: place_pods([batch], inside, free, for_good=for_good)[0].count
        for value, inside in sorted(members.items())
    }


def has_room(size: int | None, batch: PodBatch, rooms: Sequence[int]) -> bool:
    """Return True if a batch fits into domains with this room, each `size` pods of it into one; None means all."""
    together = size or batch.minimum
    return sum(room // together for room in rooms) * together >= batch.minimum
