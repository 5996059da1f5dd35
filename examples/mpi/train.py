"""Linear regression with data parallelism: every process has rows of its own, all average their gradients over MPI."""

import argparse
import random
import sys

from mpi4py import MPI

TRUE = (2.0, -1.0, 0.5)
"""Weights and bias that the data was drawn with."""

Row = tuple[float, float, float]


def main() -> int:
    """Train, and return 0 where all processes have the same weights, and the right ones; else 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=20)
    epochs = parser.parse_args().epochs
    world = MPI.COMM_WORLD
    print(f"rank {world.rank} of {world.size} on {MPI.Get_processor_name()}", flush=True)
    weights = train(world, drawn(seed=world.rank), epochs)
    everyones = world.gather(weights)
    if everyones is None:
        return 0
    print(f"weights {[round(weight, 3) for weight in weights]}", flush=True)
    is_right = all(abs(found - true) < 0.05 for found, true in zip(weights, TRUE, strict=True))
    return 0 if is_right and all(found == weights for found in everyones) else 1


def drawn(seed: int, count: int = 512) -> list[Row]:
    """Return rows of two features and a target."""
    source = random.Random(seed)  # noqa: S311 - data, no secret
    rows = []
    for _ in range(count):
        x, y = source.gauss(0, 1), source.gauss(0, 1)
        rows.append((x, y, TRUE[0] * x + TRUE[1] * y + TRUE[2] + source.gauss(0, 0.1)))
    return rows


def train(world: MPI.Intracomm, rows: list[Row], epochs: int) -> list[float]:
    """Return the weights after so many steps of gradient descent, the same in every process."""
    weights = [0.0, 0.0, 0.0]
    for _ in range(epochs):
        sums = [0.0, 0.0, 0.0]
        for x, y, target in rows:
            error = weights[0] * x + weights[1] * y + weights[2] - target
            sums = [total + error * feature for total, feature in zip(sums, (x, y, 1.0), strict=True)]
        means = [world.allreduce(total) / (world.size * len(rows)) for total in sums]
        weights = [weight - 0.5 * mean for weight, mean in zip(weights, means, strict=True)]
    return weights


if __name__ == "__main__":
    sys.exit(main())
