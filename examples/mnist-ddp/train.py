"""Train a small convolutional network on MNIST with DistributedDataParallel.

    python train.py                          one process, no process group
    torchrun --nproc-per-node 2 train.py     as many as torchrun starts, on as many nodes

NCCL on GPUs, gloo on CPUs. With `--checkpoint-dir` (storage that all nodes share) a restarted run, also one of another
size, goes on after the last complete epoch.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import data
import torch
import torch.distributed as dist
from checkpoint import Checkpoint
from ranks import Place, mean_over_ranks, process_group, require_same, say
from torch import Tensor, nn
from torch.nn.functional import nll_loss
from torch.nn.parallel import DistributedDataParallel
from torch.nn.utils import parameters_to_vector
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

Batches = DataLoader[tuple[Tensor, ...]]

DRAWN_SAMPLES = 8192


class Network(nn.Sequential):
    """28 x 28 pixels in, log-probabilities of the ten digits out."""

    def __init__(self) -> None:
        features = (nn.Conv2d(1, 32, 3), nn.ReLU(), nn.Conv2d(32, 64, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten())
        super().__init__(*features, nn.Linear(9216, 128), nn.ReLU(), nn.Linear(128, 10), nn.LogSoftmax(dim=1))


def load_digits(options: argparse.Namespace, place: Place) -> tuple[TensorDataset, TensorDataset]:
    """Training and held-out digits; each node's local rank 0 draws them where the node has no MNIST."""
    folder = options.data_dir
    drawn = not data.is_mnist(folder)
    if drawn:
        samples = options.train_samples or DRAWN_SAMPLES
        folder = folder / f"drawn-{samples}-{options.seed}"
        if place.local_rank == 0:
            data.write_drawn(folder, samples, options.seed)
    if dist.is_initialized():
        dist.barrier()
    train = to_tensors(data.read(folder, "train"), options.train_samples)
    held_out = to_tensors(data.read(folder, "held-out"), None)
    require_same("the number of training samples", len(train), place)
    if place.rank == 0:
        say(f"data: {'drawn digits' if drawn else 'MNIST'}, {len(train)} to train, {len(held_out)} held out")
    return train, held_out


def to_tensors(digits: data.Digits, limit: int | None) -> TensorDataset:
    pixels = torch.frombuffer(bytearray(digits.pixels), dtype=torch.uint8).view(-1, 1, data.SIDE, data.SIDE)
    labels = torch.frombuffer(bytearray(digits.labels), dtype=torch.uint8)
    return TensorDataset(pixels[:limit], labels[:limit])


def on_device(batches: Batches, device: torch.device) -> Iterator[tuple[Tensor, Tensor]]:
    for pixels, labels in batches:
        yield pixels.to(device) / 255, labels.to(device, torch.long)


def train_epoch(model: nn.Module, optimizer: torch.optim.Optimizer, batches: Batches, device: torch.device) -> float:
    """One pass over this rank's share; returns the mean loss of all ranks."""
    losses = []
    for pixels, labels in on_device(batches, device):
        optimizer.zero_grad()
        loss = nll_loss(model(pixels), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return mean_over_ranks(torch.stack(losses).sum(), len(losses))


@torch.no_grad()
def accuracy(model: nn.Module, held_out: TensorDataset, place: Place) -> float:
    """The share of the held-out digits that are told right; each rank looks at its own part of them."""
    part = TensorDataset(*(tensor[place.rank :: place.world_size] for tensor in held_out.tensors))
    right = torch.zeros((), dtype=torch.long, device=place.device)
    for pixels, labels in on_device(DataLoader(part, batch_size=256), place.device):
        right += (model(pixels).argmax(dim=1) == labels).sum()
    return mean_over_ranks(right, len(part))


def checksum(model: nn.Module) -> str:
    bits = parameters_to_vector(model.parameters()).detach().view(torch.int32)
    return f"{int(bits.sum(dtype=torch.long)) % 2**32:08x}"


def run(options: argparse.Namespace, place: Place) -> None:
    torch.manual_seed(options.seed)
    train, held_out = load_digits(options, place)
    model = Network().to(place.device)
    optimizer = torch.optim.Adam(model.parameters(), options.lr)
    checkpoint = Checkpoint(options.checkpoint_dir, model, optimizer)
    complete = checkpoint.load(place.device)
    require_same("the number of complete epochs", complete, place)
    if place.rank == 0:
        say(f"world size {place.world_size}, {complete} of {options.epochs} epochs complete")

    replica = DistributedDataParallel(model) if dist.is_initialized() else model
    sampler = DistributedSampler(train, place.world_size, place.rank, seed=options.seed)
    batches = DataLoader(train, options.batch_size, sampler=sampler)
    for epoch in range(complete, options.epochs):
        sampler.set_epoch(epoch)
        loss = train_epoch(replica, optimizer, batches, place.device)
        if place.rank == 0:
            checkpoint.save(epoch + 1)
            say(f"epoch {epoch + 1}: loss {loss:.4f}")

    told_right = accuracy(model, held_out, place)
    if place.rank == 0:
        say(f"held-out accuracy {told_right:.4f}")
    say(f"rank {place.rank}: weights {checksum(model)}")


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train on MNIST, or on digits drawn here.")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=64, help="of each process")
    parser.add_argument("--lr", type=float, default=0.001)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--data-dir", type=Path, default=Path(tempfile.gettempdir(), "mnist"), help="MNIST's idx files")
    parser.add_argument("--checkpoint-dir", type=Path, default=os.environ.get("CHECKPOINT_DIR"))
    parser.add_argument("--train-samples", type=int, help=f"default: all of MNIST, {DRAWN_SAMPLES} drawn digits")
    return parser.parse_args()


def main() -> None:
    options, place = parse_options(), Place.from_environment()
    with process_group(place.device):
        run(options, place)
    # Past Python's own end: it aborts a thread of gloo that lets go of its last tensor meanwhile, and so the process.
    os._exit(0)


if __name__ == "__main__":
    main()
