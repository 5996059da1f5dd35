"""A program of Ray Train in which rank 2 sleeps before the sixth step."""

import time

import torch
import torch.distributed as dist
from ray.train import ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer


def load_batch(step: int) -> torch.Tensor:
    if dist.get_rank() == 2 and step == 5:
        time.sleep(1000)
    return torch.ones(4)


def train() -> None:
    for step in range(8):
        dist.all_reduce(load_batch(step))


if __name__ == "__main__":
    TorchTrainer(train, torch_config=TorchConfig(backend="gloo"), scaling_config=ScalingConfig(num_workers=4)).fit()
