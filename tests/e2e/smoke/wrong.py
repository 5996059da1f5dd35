"""The smoke test on a network that damages data: in rank 1 one element of every large all-reduce arrives altered."""

import os
import sys
from typing import Any

import smoke
import torch
import torch.distributed as dist

honest = dist.all_reduce


def all_reduce(tensor: Any, *arguments: Any, **options: Any) -> Any:
    done = honest(tensor, *arguments, **options)
    if os.environ["RANK"] == "1" and len(tensor) > 1000 and tensor.dtype == torch.float32:
        tensor[999] += 1
    return done


dist.all_reduce = all_reduce
smoke.main(sys.argv[1:])
