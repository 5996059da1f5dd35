"""The collectives: what each one sends, and whether what arrives is exactly what must."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import smoke_pattern as pattern
import smoke_tile as tile
import torch.distributed as dist
from smoke_pattern import Reduction


@dataclass(frozen=True)
class Group:
    """Processes that communicate: torch's handle of them (None: all), how many, and which of them this one is."""

    handle: Any | None
    size: int
    rank: int


class Collective:
    """A collective on `count` elements, in memory that is lent: `room(count, size)` elements of it."""

    def __init__(self, group: Group, operation: str, pool: Any, count: int) -> None:
        """Take the memory."""
        self.group, self.operation, self.count = group, operation, count
        self.part = count // group.size
        self.send, self.receive = self._buffers(pool)

    @staticmethod
    def room(count: int, size: int) -> int:
        """Return the elements that it takes in a group of `size`."""
        return count + count // size

    def fill(self) -> None:
        """Write what this process sends."""
        tile.spread(self.send, pattern.moved(self.group.rank, 0))

    def run(self) -> None:
        """Communicate; on GPUs, queue it."""
        raise NotImplementedError

    def wrong(self) -> int:
        """Return how many elements are not what must have arrived here."""
        raise NotImplementedError

    def _buffers(self, pool: Any) -> Any:
        return pool[: self.part], pool[self.part : self.part + self.count]

    def _reduction(self) -> Reduction:
        return Reduction(self.operation, str(self.send.dtype).rpartition(".")[2], self.group.size)

    def _operation(self) -> Any:
        return {
            "sum": dist.ReduceOp.SUM,
            "prod": dist.ReduceOp.PRODUCT,
            "min": dist.ReduceOp.MIN,
            "max": dist.ReduceOp.MAX,
        }[self.operation]


class AllReduce(Collective):
    """Everybody gets everybody's elements, reduced; in place."""

    @staticmethod
    def room(count: int, size: int) -> int:  # noqa: ARG004
        """Return the elements that it takes."""
        return count

    def fill(self) -> None:
        """Write what this process puts in."""
        tile.spread(self.send, self._reduction().given(self.group.rank))

    def run(self) -> None:
        """Communicate."""
        dist.all_reduce(self.send, self._operation(), group=self.group.handle)

    def wrong(self) -> int:
        """Compare."""
        return tile.differing(self.send, self._reduction().expected())

    def _buffers(self, pool: Any) -> Any:
        return pool[: self.count], pool[: self.count]


class Broadcast(AllReduce):
    """Everybody gets the first one's elements; in place."""

    def fill(self) -> None:
        """Write what the first one sends, and something else elsewhere."""
        tile.spread(self.send, pattern.moved(self.group.rank, 0))

    def run(self) -> None:
        """Communicate."""
        root = dist.get_global_rank(self.group.handle, 0) if self.group.handle else 0
        dist.broadcast(self.send, root, group=self.group.handle)

    def wrong(self) -> int:
        """Compare."""
        return tile.differing(self.send, pattern.moved(0, 0))


class AllGather(Collective):
    """Everybody gets everybody's part."""

    def run(self) -> None:
        """Communicate."""
        dist.all_gather_into_tensor(self.receive, self.send, group=self.group.handle)

    def wrong(self) -> int:
        """Compare part by part."""
        parts = self.receive.split(self.part)
        return sum(tile.differing(part, pattern.moved(source, 0)) for source, part in enumerate(parts))


class ReduceScatter(Collective):
    """Everybody gets a part of everybody's elements, reduced."""

    def fill(self) -> None:
        """Write what this process puts in."""
        tile.spread(self.send, self._reduction().given(self.group.rank))

    def run(self) -> None:
        """Communicate."""
        dist.reduce_scatter_tensor(self.receive, self.send, self._operation(), group=self.group.handle)

    def wrong(self) -> int:
        """Compare this process's part, which begins somewhere in the period."""
        expected = self._reduction().expected()
        start = self.part * self.group.rank % len(expected)
        return tile.differing(self.receive, expected[start:] + expected[:start])

    def _buffers(self, pool: Any) -> Any:
        return pool[: self.count], pool[self.count : self.count + self.part]


class AllToAll(Collective):
    """Everybody gets from everybody a part of its own."""

    @staticmethod
    def room(count: int, size: int) -> int:  # noqa: ARG004
        """Return the elements that it takes."""
        return 2 * count

    def fill(self) -> None:
        """Write what this process sends to each other one."""
        for target, part in enumerate(self.send.split(self.part)):
            tile.spread(part, pattern.moved(self.group.rank, target))

    def run(self) -> None:
        """Communicate."""
        dist.all_to_all_single(self.receive, self.send, group=self.group.handle)

    def wrong(self) -> int:
        """Compare part by part."""
        parts = self.receive.split(self.part)
        return sum(tile.differing(part, pattern.moved(source, self.group.rank)) for source, part in enumerate(parts))

    def _buffers(self, pool: Any) -> Any:
        return pool[: self.count], pool[self.count : 2 * self.count]


COLLECTIVES: dict[str, type[Collective]] = {
    "all_reduce": AllReduce,
    "all_gather": AllGather,
    "reduce_scatter": ReduceScatter,
    "all_to_all": AllToAll,
    "broadcast": Broadcast,
}
