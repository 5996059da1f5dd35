"""Train a small language model with FSDP2: parameters, gradients and optimizer state are sharded over all ranks.

    torchrun --nproc-per-node 2 train.py

NCCL and bfloat16 on GPUs, gloo and float32 on CPUs. With `--checkpoint-dir` (storage that all nodes share) a restarted
run goes on after its last checkpoint.
"""

import argparse
import os
import sys
from pathlib import Path

import torch
import torch.distributed as dist
from checkpoint import Checkpoints
from model import LanguageModel, sentences
from torch import Tensor, nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from torch.distributed.tensor import DTensor
from torch.nn.functional import cross_entropy


def join_process_group() -> torch.device:
    """Join the other processes that torchrun started; returns this process's device."""
    if "RANK" not in os.environ:
        sys.exit("start this program with torchrun, for instance `torchrun --nproc-per-node 2 train.py`")
    if not torch.cuda.is_available():
        dist.init_process_group("gloo")
        return torch.device("cpu")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    return device


def say(line: str) -> None:
    # In one piece, line end included: all processes of a node write to the same pipe.
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def say_once(line: str) -> None:
    if dist.get_rank() == 0:
        say(line)


def shard(model: LanguageModel, device: torch.device) -> None:
    """Shard each block by itself, so that one block at a time is whole in memory, then what is left."""
    mesh = init_device_mesh(device.type, (dist.get_world_size(),))
    compute = torch.bfloat16 if device.type == "cuda" else torch.float32
    precision = MixedPrecisionPolicy(param_dtype=compute, reduce_dtype=torch.float32)
    for module in (*model.blocks, model):
        fully_shard(module, mesh=mesh, mp_policy=precision)


def local_parts(model: nn.Module) -> list[Tensor]:
    return [part.to_local() for part in model.parameters() if isinstance(part, DTensor)]


def checksum(model: nn.Module, device: torch.device) -> str:
    """Of all the weights, whatever the number of ranks that hold them."""
    total = torch.zeros((), dtype=torch.long, device=device)
    for part in local_parts(model):
        total += part.detach().view(torch.int32).sum(dtype=torch.long)
    dist.all_reduce(total)
    return f"{int(total) % 2**32:08x}"


def train_step(model: nn.Module, optimizer: torch.optim.Optimizer, tokens: Tensor) -> float:
    """One step on this rank's sentences; returns the mean loss of all ranks."""
    optimizer.zero_grad()
    logits = model(tokens[:, :-1])
    loss = cross_entropy(logits.flatten(0, 1).float(), tokens[:, 1:].flatten())
    loss.backward()
    optimizer.step()
    mean = loss.detach() / dist.get_world_size()
    dist.all_reduce(mean)
    return float(mean)


def run(options: argparse.Namespace, device: torch.device) -> None:
    torch.manual_seed(options.seed)
    model = LanguageModel(options.layers, options.width).to(device)
    shard(model, device)
    optimizer = torch.optim.AdamW(model.parameters(), options.lr)
    checkpoints = Checkpoints(options.checkpoint_dir, model, optimizer)
    rank, world_size = dist.get_rank(), dist.get_world_size()
    complete = checkpoints.load()
    say_once(f"world size {world_size}, {complete} of {options.steps} steps complete")
    held = sum(part.numel() for part in local_parts(model))
    say(f"rank {rank}: holds {held} of {sum(part.numel() for part in model.parameters())} parameters")

    for step in range(complete, options.steps):
        # Sentences of their own for every step and rank, and the same ones again after a restart.
        tokens = sentences(options.batch_size, options.seed + step * world_size + rank).to(device)
        loss = train_step(model, optimizer, tokens)
        if (step + 1) % options.checkpoint_every == 0 or step + 1 == options.steps:
            checkpoints.save(step + 1)
            say_once(f"step {step + 1}: loss {loss:.4f}")
    say_once(f"weights {checksum(model, device)}")


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train a small language model on sentences made here.")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--batch-size", type=int, default=32, help="of each process")
    parser.add_argument("--lr", type=float, default=0.003)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--width", type=int, default=64, help="a multiple of 4")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--checkpoint-dir", type=Path, default=os.environ.get("CHECKPOINT_DIR"))
    parser.add_argument("--checkpoint-every", type=int, default=50, help="in steps")
    return parser.parse_args()


def main() -> None:
    options = parse_options()
    device = join_process_group()
    run(options, device)
    # Not after a failure: others may be stuck in a collective, and waiting for them would hide the exit status.
    dist.barrier()
    dist.destroy_process_group()
    # Past Python's own end: it aborts a thread of gloo that lets go of its last tensor meanwhile, and so the process.
    os._exit(0)


if __name__ == "__main__":
    main()
