"""Find room for pods on nodes.

Pods that look alike are counted node by node, which is exact. Where several roles run at once, those that need most are
placed first: what fits so does fit, and what doesn't may still in another order.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from render.doctor.nodes.affinity import selects
from render.doctor.nodes.alone import has_node_alone
from render.doctor.nodes.batch import Batch
from render.doctor.nodes.ports import is_port
from render.doctor.nodes.room import fits, lacking, less
from render.doctor.nodes.taints import repelling
from render.manifests.needs import Needs
from render.manifests.places import Data

NOT_SELECTED = "aren't selected by its labels"


@dataclass(frozen=True, slots=True)
class Placed:
    """How many pods of a batch found room."""

    batch: Batch
    count: int
    nodes: int
    """On how many nodes."""
    refusals: Mapping[str, int] = field(default_factory=dict)
    """Why other nodes take none: how many nodes, by the reason."""

    @property
    def is_enough(self) -> bool:
        """Say whether the run starts with these."""
        return self.count >= self.batch.minimum


def packed(
    batches: Sequence[Batch], nodes: Sequence[Data], rooms: Mapping[str, Needs], *, for_good: bool
) -> list[Placed]:
    """Return how many pods of each batch find room. `rooms` are the nodes' by name.

    With `for_good`, the conditions that nodes are in now are left out.
    """
    left = dict(rooms)
    by_weight = sorted(batches, key=lambda batch: (batch.weight, batch.name))
    found = {batch.name: _place(batch, nodes, left, for_good=for_good) for batch in by_weight}
    return [found[batch.name] for batch in batches]


def _place(batch: Batch, nodes: Sequence[Data], left: dict[str, Needs], *, for_good: bool) -> Placed:
    """Place pods, and take their needs from what is left."""
    placed, used = 0, 0
    refusals: Counter[str] = Counter()
    for node in nodes:
        if placed == batch.count:
            break
        name = node["metadata"]["name"]
        room = left[name]
        reasons = list(_refusals(batch, node, room, for_good=for_good))
        if reasons:
            refusals.update(reasons[:1])
            continue
        most = 1 if has_node_alone(batch) else fits(room, batch.needs)
        taken = min(most, batch.count - placed)
        left[name] = less(room, batch.needs, taken)
        placed, used = placed + taken, used + 1
    return Placed(batch, placed, used, refusals)


def _refusals(batch: Batch, node: Data, room: Needs, *, for_good: bool) -> Iterator[str]:
    """Yield why a node takes no pod of a batch, the reason that nobody changes first."""
    if not selects(batch.spec, node):
        yield NOT_SELECTED
    for taint in repelling(batch.spec, node, for_good=for_good):
        yield f"have the taint `{taint}`"
    for resource in lacking(room, batch.needs):
        yield f"have `{resource}` taken" if is_port(resource) else f"have too little `{resource}`"
