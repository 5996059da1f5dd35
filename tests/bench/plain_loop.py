"""An all-reduce timed as simply as can be, in turn with the smoke test's own measurement: both bandwidths of each
turn."""

import json
import os
import time
from datetime import timedelta
from statistics import median

import smoke_arithmetic as arithmetic
import torch
import torch.distributed as dist
from smoke_clock import CpuClock
from smoke_collectives import AllReduce, Group
from smoke_measure import Meter

BYTES, CALLS, TURNS = 4 * 2**20, 20, 40

torch.set_num_threads(1)
rank, size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
dist.init_process_group("gloo", timeout=timedelta(seconds=60))
group = Group(None, size, rank)
work = AllReduce(group, "max", torch.ones(BYTES // 4), BYTES // 4)
meter = Meter(group, CpuClock(), "cpu")
values = torch.ones(BYTES // 4)


def plain() -> list[float]:
    """Return the algbw and busbw of a loop of rank 0's that looks at the clock before and after each call, in GB/s."""
    dist.barrier()
    seconds = []
    for _ in range(CALLS):
        start = time.perf_counter()
        dist.all_reduce(values, dist.ReduceOp.MAX)
        seconds.append(time.perf_counter() - start)
    algbw = BYTES / median(seconds) / 1e9
    return [algbw, algbw * 2 * (size - 1) / size]


def own() -> list[float]:
    row = arithmetic.row("all_reduce", BYTES, size, meter.times(work, 1, CALLS), 0)
    return [row.algbw, row.busbw]


turns = [(own(), plain()) for _ in range(TURNS)]
if rank == 0:
    print(json.dumps(turns), flush=True)
dist.barrier()
os._exit(0)
