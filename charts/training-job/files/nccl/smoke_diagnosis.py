"""Search for slow nodes: measure inside each node, then pairs of nodes, then the suspects again."""

from __future__ import annotations

from datetime import timedelta
from statistics import median
from typing import Any, Callable, Sequence

import smoke_arithmetic as arithmetic
import smoke_rounds as schedule
import smoke_suspects as suspects
import torch
import torch.distributed as dist
from smoke_collectives import AllReduce, Group
from smoke_device import Device
from smoke_hello import World
from smoke_measure import Meter
from smoke_plan import Place
from smoke_store import Store
from smoke_suspects import Diagnosis, Measurements, Pair, Suspect
from smoke_watch import Watch

# Bytes of a message: enough for the bandwidth to count, and no more, so that a slow link does not take minutes.
SIZES = {"nccl": 256 * 2**20, "gloo": 4 * 2**20}
WARMUP = {"nccl": 5, "gloo": 1}
ITERATIONS = {"nccl": 20, "gloo": 5}
# Which call of a round counts: GPUs do nothing else, and other work on CPUs can only make a call slower.
TYPICAL: dict[str, Callable[[list[float]], float]] = {"nccl": median, "gloo": min}
# A suspect that is fast in any of these additional measurements is not slow.
CONFIRMATIONS = 3


class Search:
    """Measures parts of the world; all processes go through the same rounds."""

    def __init__(self, place: Place, world: World, device: Device, store: Store, watch: Watch) -> None:
        """Store the place of this process, the world and the connections."""
        self._place, self._members, self._device, self._store, self._watch = place, world.members, device, store, watch
        self._pool = torch.ones(min(SIZES[device.backend], world.room) // 4, device=device.name)
        self._found = Measurements({}, {})
        self._rounds = 0

    def run(self) -> Diagnosis:
        """Return the slow nodes and links. Raises RuntimeError."""
        if len(self._members[0]) > 1:
            self._inside()
        for pairs in schedule.rounds(len(self._members)):
            self._between(pairs)
        for turn in range(CONFIRMATIONS):
            self._confirm(turn)
        slow = self._slow()
        links = suspects.links(self._found, slow, self._device.backend)
        return Diagnosis(self._found, slow, links, self._rounds)

    def _slow(self) -> list[Suspect]:
        return suspects.nodes(self._found, self._device.backend)

    def _confirm(self, turn: int) -> None:
        slow = self._slow()
        if any(suspect.where == "inside" for suspect in slow):
            self._inside()
        outside = {suspect.node for suspect in slow if suspect.where == "network"}
        links = suspects.links(self._found, slow, self._device.backend)
        if outside or links:
            self._between(schedule.confirmation(links, outside, len(self._members), turn))

    def _inside(self) -> None:
        for node, busbw in enumerate(self._measured(self._members)):
            self._found.inside[node] = max(busbw, self._found.inside.get(node, 0.0))

    def _between(self, pairs: Sequence[Pair]) -> None:
        groups = [self._members[a] + self._members[b] for a, b in pairs]
        for pair, busbw in zip(pairs, self._measured(groups)):
            self._found.pairs[pair] = max(busbw, self._found.pairs.get(pair, 0.0))

    def _measured(self, groups: Sequence[list[int]]) -> list[float]:
        """Return the busbw of disjoint groups of ranks, which communicate at the same time."""
        self._rounds += 1
        self._watch.phase(f"round {self._rounds} of the search for slow nodes")
        limit = timedelta(seconds=self._watch.seconds * 2)
        # All processes make all groups, in the same order.
        handles = [dist.new_group(ranks, timeout=limit) for ranks in groups]
        own: dict[int, float] = {}
        for index, (ranks, handle) in enumerate(zip(groups, handles)):
            if self._place.rank in ranks:
                own[index] = self._busbw(Group(handle, len(ranks), ranks.index(self._place.rank)))
                dist.destroy_process_group(handle)
        by_rank: list[Any] = self._store.share(
            f"round/{self._rounds}", [own.get(index) for index in range(len(groups))], [(float, None)]
        )
        return [float(by_rank[ranks[0]][index]) for index, ranks in enumerate(groups)]

    def _busbw(self, group: Group) -> float:
        work = AllReduce(group, "max", self._pool, len(self._pool))
        meter = Meter(group, self._device.clock(), self._device.name)
        times = meter.times(work, WARMUP[self._device.backend], ITERATIONS[self._device.backend])
        size = len(self._pool) * self._pool.element_size()
        return arithmetic.rounded(
            size / TYPICAL[self._device.backend](times) / 1e9 * arithmetic.FACTORS["all_reduce"](group.size)
        )
