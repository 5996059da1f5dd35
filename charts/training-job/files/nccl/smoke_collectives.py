"""The collectives: the values that each one sends, and the check of the values that arrive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import smoke_pattern as pattern
import smoke_tile as tile
import torch.distributed as dist
from smoke_pattern import Reduction


@dataclass(frozen=True)
class Group:
    """Processes that communicate: torch's handle (None: all), their number, and this one's index."""

    handle: Any | None
    size: int
    rank: int


class Collective:
    """A collective on `count` elements, in a given buffer of `room(count, size)` elements."""

    def __init__(self, group: Group, operation: str, pool: Any, count: int) -> None:
        """Store the buffer."""
        self.group, self.operation, self.count = group, operation, count
        self.part = count // group.size
        self.send, self.receive = self._buffers(pool)

    @staticmethod
    def room(count: int, size: int) -> int:
        """Return the number of elements that it needs in a group of `size`."""
        return count + count // size

    def fill(self) -> None:
        """Write the values that this process sends."""
        tile.spread(self.send, pattern.moved(self.group.rank, 0))

    def run(self) -> None:
        """Communicate; on GPUs, queue it."""
        raise NotImplementedError

    def wrong(self) -> int:
        """Return the number of wrong elements in this process."""
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
    """Reduce the elements of all processes in all of them, in place."""

    @staticmethod
    def room(count: int, size: int) -> int:  # noqa: ARG004
        """Return the number of elements that it needs."""
        return count

    def fill(self) -> None:
        """Write the values of this process."""
        tile.spread(self.send, self._reduction().inputs(self.group.rank))

    def run(self) -> None:
        """Communicate."""
        dist.all_reduce(self.send, self._operation(), group=self.group.handle)

    def wrong(self) -> int:
        """Compare."""
        return tile.differing(self.send, self._reduction().expected())

    def _buffers(self, pool: Any) -> Any:
        return pool[: self.count], pool[: self.count]


class Broadcast(AllReduce):
    """Copy the elements of the first process to all, in place."""

    def fill(self) -> None:
        """Write the values of the first process, and other values in the others."""
        tile.spread(self.send, pattern.moved(self.group.rank, 0))

    def run(self) -> None:
        """Communicate."""
        root = dist.get_global_rank(self.group.handle, 0) if self.group.handle else 0
        dist.broadcast(self.send, root, group=self.group.handle)

    def wrong(self) -> int:
        """Compare."""
        return tile.differing(self.send, pattern.moved(0, 0))


class AllGather(Collective):
    """Collect the parts of all processes in each of them."""

    def run(self) -> None:
        """Communicate."""
        dist.all_gather_into_tensor(self.receive, self.send, group=self.group.handle)

    def wrong(self) -> int:
        """Compare part by part."""
        parts = self.receive.split(self.part)
        return sum(tile.differing(part, pattern.moved(source, 0)) for source, part in enumerate(parts))


class ReduceScatter(Collective):
    """Reduce the elements of all processes, and give each process a part."""

    def fill(self) -> None:
        """Write the values of this process."""
        tile.spread(self.send, self._reduction().inputs(self.group.rank))

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
    """Exchange one part between each pair of processes."""

    @staticmethod
    def room(count: int, size: int) -> int:  # noqa: ARG004
        """Return the number of elements that it needs."""
        return 2 * count

    def fill(self) -> None:
        """Write the values that this process sends to each of the others."""
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
