"""The processes of a run: which one this is, and what they do together."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
import torch.distributed as dist
from torch import Tensor


@dataclass(frozen=True)
class Place:
    """Where this process stands among all of the run."""

    rank: int
    local_rank: int
    world_size: int

    @classmethod
    def from_environment(cls) -> "Place":
        """As torchrun says; alone where it says nothing."""
        names = {"RANK": "0", "LOCAL_RANK": "0", "WORLD_SIZE": "1"}
        return cls(*(int(os.environ.get(name, alone)) for name, alone in names.items()))

    @property
    def device(self) -> torch.device:
        return torch.device("cuda", self.local_rank) if torch.cuda.is_available() else torch.device("cpu")


@contextmanager
def process_group(device: torch.device) -> Iterator[None]:
    """The process group that torchrun prepared; none without torchrun."""
    if "RANK" not in os.environ:
        yield
        return
    if device.type == "cuda":
        torch.cuda.set_device(device)
        dist.init_process_group("nccl", device_id=device)
    else:
        dist.init_process_group("gloo")
    yield
    # Not after a failure: others may be stuck in a collective, and waiting for them would hide the exit status.
    dist.barrier()
    dist.destroy_process_group()


def say(line: str) -> None:
    # In one piece, line end included: all processes of a node write to the same pipe.
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def require_same(what: str, value: int, place: Place) -> None:
    """End the run with a message where ranks disagree: later on, each would wait for the others forever."""
    values = [value] * place.world_size
    if dist.is_initialized():
        dist.all_gather_object(values, value)
    if len(set(values)) > 1:
        sys.exit(f"{what} must be the same on all ranks, not {values}; is the storage shared?")


def mean_over_ranks(total: Tensor, count: int) -> float:
    """The mean of `count` values here, which sum up to `total`, and of the other ranks' values."""
    sums = torch.stack((total.double(), total.new_tensor(count, dtype=torch.double)))
    if dist.is_initialized():
        dist.all_reduce(sums)
    return float(sums[0] / sums[1])
