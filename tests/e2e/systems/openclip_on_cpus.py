"""`python -m open_clip_train.main` where there are no GPUs: it hands the CPU to DDP as a GPU, which DDP refuses."""

import runpy
from typing import Any

from torch import nn
from torch.nn.parallel import DistributedDataParallel


def on_cpus(module: nn.Module, device_ids: object = None, **options: Any) -> DistributedDataParallel:  # noqa: ARG001
    return DistributedDataParallel(module, **options)


nn.parallel.DistributedDataParallel = on_cpus
runpy.run_module("open_clip_train.main", run_name="__main__")
