"""torchrun itself reads the variable that the chart writes for the grace period."""

import os
import subprocess
import sys

import pytest


@pytest.mark.torch
@pytest.mark.usefixtures("torch_or_reason")
def test_torchrun_reads_the_timeout() -> None:
    code = "from torch.distributed.launcher.api import LaunchConfig as C; print(C(1, 1, 1).shutdown_timeout)"
    environment = {**os.environ, "TORCH_ELASTIC_SHUTDOWN_TIMEOUT": "595"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "595\n"
