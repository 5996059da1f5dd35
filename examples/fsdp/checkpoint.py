"""Sharded checkpoints: every rank writes and reads its own part of one folder in shared storage."""

import shutil
from pathlib import Path

import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch import nn
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict
from torch.optim import Optimizer


class Checkpoints:
    """`step-…` folders in `folder`, of which the newest stays; without a folder nothing is kept."""

    def __init__(self, folder: Path | None, model: nn.Module, optimizer: Optimizer) -> None:
        self._folder = folder
        self._model = model
        self._optimizer = optimizer

    def load(self) -> int:
        """Restore the newest complete state, also one of another world size; returns its number of steps, or 0."""
        # Rank 0 decides: where the storage is not shared the others fail to read that folder, and nobody trains apart.
        found = [max(self._complete(), default=None) if dist.get_rank() == 0 else None]
        dist.broadcast_object_list(found)
        newest = found[0]
        if newest is None:
            return 0
        model, optimizer = get_state_dict(self._model, self._optimizer)
        dcp.load({"model": model, "optimizer": optimizer}, checkpoint_id=newest)
        set_state_dict(self._model, self._optimizer, model_state_dict=model, optim_state_dict=optimizer)
        return int(newest.name.removeprefix("step-"))

    def save(self, steps: int) -> None:
        """Write the state after `steps` steps, then remove the older ones."""
        if not self._folder:
            return
        older = self._complete()
        model, optimizer = get_state_dict(self._model, self._optimizer)
        dcp.save({"model": model, "optimizer": optimizer}, checkpoint_id=self._folder / f"step-{steps:08d}")
        if dist.get_rank() == 0:
            for path in older:
                shutil.rmtree(path)

    def _complete(self) -> list[Path]:
        # The metadata is written last, once every rank has written its part.
        return [path.parent for path in self._folder.glob("step-*/.metadata")] if self._folder else []
