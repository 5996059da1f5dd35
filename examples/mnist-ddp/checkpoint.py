"""The state of a run after its last complete epoch, kept in one file."""

from pathlib import Path

import torch
from torch import nn


class Checkpoint:
    """A file in `folder` that rank 0 writes and every rank reads; without a folder nothing is kept."""

    def __init__(self, folder: Path | None, model: nn.Module, optimizer: torch.optim.Optimizer) -> None:
        self._path = folder / "mnist.pt" if folder else None
        self._model = model
        self._optimizer = optimizer

    def load(self, device: torch.device) -> int:
        """Restore the state; returns the number of complete epochs, 0 where nothing is kept yet."""
        if not self._path or not self._path.exists():
            return 0
        state = torch.load(self._path, map_location=device, weights_only=True)
        self._model.load_state_dict(state["model"])
        self._optimizer.load_state_dict(state["optimizer"])
        return int(state["epochs"])

    def save(self, epochs: int) -> None:
        """Write the state in one step: a run killed meanwhile leaves the old file or the new one, never a half."""
        if not self._path:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self._path.with_suffix(".unfinished")
        state = {"epochs": epochs, "model": self._model.state_dict(), "optimizer": self._optimizer.state_dict()}
        torch.save(state, unfinished)
        unfinished.replace(self._path)
