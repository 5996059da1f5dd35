"""A program that assumes what LLaMA-Factory and many others do: every node starts as many processes as this one.

It starts its processes itself and takes the world size to be NNODES times its own number of processes.
"""

import os
import sys
from datetime import timedelta

import torch.distributed as dist
from torch import multiprocessing, ones


def train(local_rank: int, processes: int) -> None:
    """Join the others, within the time-out that stands for ever here, and add up ones."""
    nodes, node = int(os.environ["NNODES"]), int(os.environ["NODE_RANK"])
    dist.init_process_group(
        "gloo",
        init_method=f"tcp://{os.environ['MASTER_ADDR']}:{os.environ['MASTER_PORT']}",
        rank=node * processes + local_rank,
        world_size=nodes * processes,
        timeout=timedelta(seconds=10),
    )
    total = ones(1)
    dist.all_reduce(total)
    print(f"{int(total)} of {nodes * processes} processes", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    count = int(sys.argv[1])
    multiprocessing.spawn(train, args=(count,), nprocs=count)
