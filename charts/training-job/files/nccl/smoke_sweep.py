"""The measurement of one size after the other."""

from __future__ import annotations

from typing import Any, Iterator

import smoke_arithmetic as arithmetic
import smoke_sizes as sizes
import torch
from smoke_arithmetic import Row
from smoke_collectives import COLLECTIVES, Group
from smoke_hello import World
from smoke_measure import Meter
from smoke_plan import Plan

# By default CPUs stop where a sweep would no longer be over in seconds; what goes over TCP stops at 4 GiB (NVIDIA
# AICR's practice), where larger messages show nothing new.
LARGEST = {"nccl": 8 * 2**30, "gloo": 64 * 2**20}
LARGEST_OVER_TCP = 4 * 2**30


def largest(plan: Plan, world: World) -> tuple[int, list[str]]:
    """Return the largest size in bytes to measure, and notes about it."""
    backend, size = world.hellos[0].backend, len(world.hellos)
    requested = plan.max_bytes or LARGEST[backend]
    share = COLLECTIVES[plan.collective].room(size * 1000, size) / (size * 1000)
    memory = int(world.room / share)
    transport = LARGEST_OVER_TCP if backend == "gloo" or plan.fabric == "sockets" else requested
    found = min(requested, memory, transport)
    if found == requested:
        return found, []
    why = "memory is too small for more" if memory < transport else "larger messages show nothing new over TCP"
    return found, [f"sizes end at {sizes.show(found)}: {why}"]


class Sweep:
    """Measures sizes, the same in all processes."""

    def __init__(self, plan: Plan, group: Group, meter: Meter, device: str) -> None:
        """Create the sweep of a group."""
        self._plan, self._group, self._meter, self._device = plan, group, meter, device
        self._dtype: Any = getattr(torch, plan.dtype)

    def sizes(self, most: int) -> list[int]:
        """Return the sizes up to `most` bytes: all parts of a buffer are whole elements, as many for each process."""
        element = torch.empty(0, dtype=self._dtype).element_size()
        grain = element if self._plan.collective in ("all_reduce", "broadcast") else element * self._group.size
        return sizes.sweep(self._plan.min_bytes, most, self._plan.step_factor, grain)

    def rows(self, wanted: list[int]) -> Iterator[Row]:
        """Yield the measurement of each size."""
        kind = COLLECTIVES[self._plan.collective]
        element = torch.empty(0, dtype=self._dtype).element_size()
        most = max(wanted, default=0) // element
        pool = torch.empty(kind.room(most, self._group.size), dtype=self._dtype, device=self._device)
        for size in wanted:
            work = kind(self._group, self._plan.operation, pool, size // element)
            seconds: list[float] = []
            wrong = 0
            for _ in range(self._plan.cycles):
                work.fill()
                seconds += self._meter.times(work, self._plan.warmup, self._plan.iterations)
                wrong += self._meter.wrong(work)
            yield arithmetic.row(self._plan.collective, size, self._group.size, seconds, wrong)
