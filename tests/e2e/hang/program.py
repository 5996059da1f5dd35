"""A training of four ranks in which one goes wrong at the sixth step, in the way that the variable CASE names."""

import ctypes
import os
import signal
import threading
import time
from pathlib import Path

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset

CASE = os.environ["CASE"]
for prefix in ("OMPI_COMM_WORLD", "HOROVOD"):
    for name in ("RANK", "SIZE"):
        if f"{prefix}_{name}" in os.environ:
            os.environ["WORLD_SIZE" if name == "SIZE" else name] = os.environ[f"{prefix}_{name}"]
RANK = int(os.environ["RANK"])
LATE = 2
LONG = 1000
SMALL = "/dev/full"
"""A file that never has space."""


class Samples(Dataset):  # type: ignore[misc,type-arg,unused-ignore]
    def __len__(self) -> int:
        return 64

    def __getitem__(self, index: int) -> torch.Tensor:
        if CASE == "loader" and RANK == LATE and index == 20:
            time.sleep(LONG)
        return torch.ones(4)


def read_batch() -> torch.Tensor:
    raise ValueError("sample 40 is broken")


def load_batch(step: int) -> torch.Tensor:
    if RANK == LATE and step == 5:
        if CASE == "sleep":
            time.sleep(LONG)
        elif CASE == "lock":
            ctypes.PyDLL(None).sleep(LONG)
        elif CASE == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        elif CASE == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif CASE == "raise":
            return read_batch()
        elif CASE == "shape":
            return torch.ones(8)
    return torch.ones(4)


def download_tokenizer() -> None:
    time.sleep(LONG)


def save_checkpoint() -> None:
    time.sleep(30)


def evaluate() -> None:
    for _ in range(30):
        time.sleep(1)


def work_alone() -> None:
    if CASE == "full" and RANK == LATE:
        torch.save({"weight": torch.ones(1 << 16)}, SMALL)
    elif CASE != "full" and RANK == 0:
        {"save": save_checkpoint, "evaluate": evaluate, "download": download_tokenizer}[CASE]()


def train(step: int, first: dist.ProcessGroup, second: dist.ProcessGroup) -> None:
    batch = load_batch(step)
    if step != 5:
        dist.all_reduce(batch)
    elif CASE in ("full", "save", "evaluate", "download"):
        work_alone()
        dist.barrier()
    elif CASE == "barrier" and RANK == LATE:
        dist.barrier()
    elif CASE == "branch" and RANK == LATE:
        dist.broadcast(batch, 0)
    elif CASE == "swallow" and RANK == LATE:
        try:
            int("a bad batch")
        except ValueError:
            time.sleep(LONG)
    elif CASE == "order":
        for group in (first, second) if LATE > RANK else (second, first):
            dist.all_reduce(batch, group=group)
    else:
        dist.all_reduce(batch)


def train_for_long() -> None:
    for step in range(LONG):
        dist.all_reduce(torch.ones(4))
        time.sleep(0.1)
        if RANK == 0 and step == 5:
            print("the ranks are in step 5", flush=True)


def dump() -> None:
    """Write the flight recorder to a folder, once a file of the same name with `.wanted` is there."""
    folder = Path(os.environ["DUMPS"])
    while not folder.with_suffix(".wanted").exists():
        time.sleep(0.1)
    (folder / f"rank_{RANK}").write_bytes(torch._C._distributed_c10d._dump_fr_trace())  # type: ignore[attr-defined,unused-ignore]
    print("the recorder is written", flush=True)


def main() -> None:
    dist.init_process_group("gloo")
    if "DUMPS" in os.environ:
        threading.Thread(target=dump, daemon=True).start()
    everybody = list(range(dist.get_world_size()))
    first, second = dist.new_group(everybody), dist.new_group(everybody)
    if CASE == "loader":
        for batch in DataLoader(Samples(), batch_size=2, num_workers=2):
            dist.all_reduce(batch)
    if CASE == "uneven":
        model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(4, 1))
        for step in range(5 if RANK == LATE else 6):
            model(load_batch(step)).sum().backward()
        dist.barrier()
    if CASE == "lost":
        train_for_long()
    for step in range(8):
        if CASE == "return" and RANK == LATE and step == 5:
            break
        train(step, first, second)
    if CASE == "return" and RANK == LATE:
        time.sleep(LONG)
    dist.barrier()
    print("the training has ended", flush=True)
    # torch 2.15 aborts some processes that used gloo while Python ends (std::terminate), watched or not.
    os._exit(0)


main()
