"""Every collective, operation and type, among all processes and in a part of them: says what is not exactly right."""

import itertools
import os
from datetime import timedelta

import torch
import torch.distributed as dist
from smoke_collectives import COLLECTIVES, Group
from smoke_pattern import EXACT, REDUCE

rank, size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
dist.init_process_group("gloo", timeout=timedelta(seconds=60))
part = [1, 2]
handle = dist.new_group(part)
groups = [Group(None, size, rank)] + ([Group(handle, 2, part.index(rank))] if rank in part else [])
checked = 0
for group, (name, kind), operation, dtype in itertools.product(groups, COLLECTIVES.items(), REDUCE, EXACT):
    for count in (group.size, 5 * group.size, 1000 * group.size):
        pool = torch.full((kind.room(count, group.size),), 99).to(getattr(torch, dtype))
        work = kind(group, operation, pool, count)
        work.fill()
        try:
            work.run()
        except RuntimeError as error:
            print(f"unable: {name} {operation} {dtype}: {error}", flush=True)
            continue
        if work.wrong():
            print(f"wrong: {name} {operation} {dtype} {count}: {work.wrong()}", flush=True)
        work.receive[count // group.size // 2] += 1
        if work.wrong() != 1:
            print(f"blind: {name} {operation} {dtype} {count}: {work.wrong()}", flush=True)
        checked += 1
print(f"checked {checked}", flush=True)
dist.barrier()
os._exit(0)
