"""Train a small network with Hugging Face Accelerate, on points that it draws itself.

accelerate launch --multi_gpu --num_processes 2 --num_machines 1 train.py   # on CPUs with ACCELERATE_USE_CPU=true
"""

import argparse
import os
import sys
from pathlib import Path

import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def rings(size: int) -> TensorDataset:
    """Points in the plane, and whether they lie outside the circle in which half of them do."""
    points = torch.randn(size, 2, generator=torch.Generator().manual_seed(0))
    return TensorDataset(points, (points.norm(dim=1) > 1.177).long())


def say(line: str) -> None:
    # In one piece, line end included: all processes of a node write to the same pipe.
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--checkpoint-dir", type=Path, default=os.environ.get("CHECKPOINT_DIR"))
    arguments = parser.parse_args()

    accelerator = Accelerator()
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 64), nn.ReLU(), nn.Linear(64, 2))
    optimizer = torch.optim.Adam(model.parameters(), 0.01)
    model, optimizer, data = accelerator.prepare(model, optimizer, DataLoader(rings(8192), 64, shuffle=True))
    for epoch in range(arguments.epochs):
        for points, labels in data:
            loss = nn.functional.cross_entropy(model(points), labels)
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
        accelerator.print(f"epoch {epoch + 1}: loss {accelerator.reduce(loss.detach(), 'mean').item():.4f}", flush=True)
    weights = sum(parameter.double().sum() for parameter in model.parameters())
    say(f"rank {accelerator.process_index} of {accelerator.num_processes}: weights {weights:.6f}")
    if arguments.checkpoint_dir is not None:
        accelerator.wait_for_everyone()
        accelerator.save_model(model, arguments.checkpoint_dir)
    accelerator.end_training()


if __name__ == "__main__":
    main()
