"""The times of a collective: calls in a row, each from mark to mark, averaged over the processes."""

from __future__ import annotations

from typing import Any

import torch
import torch.distributed as dist
from smoke_clock import Clock
from smoke_collectives import Collective, Group


class Meter:
    """Times the calls of a group."""

    def __init__(self, group: Group, clock: Clock, device: str) -> None:
        """Measure the processes of a group, on the device of this one."""
        self._group, self._clock, self._device = group, clock, device

    def times(self, work: Collective, warmup: int, iterations: int) -> list[float]:
        """Return the seconds of each call: the mean over the processes, as nccl-tests reports it."""
        for _ in range(warmup):
            work.run()
        self.align()
        self._clock.mark()
        for _ in range(iterations):
            work.run()
            self._clock.mark()
        spans = torch.tensor(self._clock.spans(), dtype=torch.float64, device=self._device)
        return [float(total) / self._group.size for total in self._sum(spans).tolist()]

    def wrong(self, work: Collective) -> int:
        """Return how many elements are wrong after one call, over all processes."""
        work.fill()
        work.run()
        found = torch.tensor([work.wrong()], dtype=torch.int64, device=self._device)
        return int(self._sum(found).item())

    def align(self) -> None:
        """Wait until all processes get here and their queued work is done."""
        self._sum(torch.zeros(1, device=self._device))
        self._clock.mark()
        self._clock.spans()

    def _sum(self, values: Any) -> Any:
        dist.all_reduce(values, group=self._group.handle)
        return values
