"""Rank 1 of two fails as FAILURE says. Where the launcher leaves rank 0 alone, it aborts afterwards, as NCCL does."""

import os
import signal  # noqa: F401  (for FAILURE)
import sys  # noqa: F401  (for FAILURE)
import time
from pathlib import Path

RANKS = ("RANK", "HOROVOD_RANK", "OMPI_COMM_WORLD_RANK")

if __name__ == "__main__":
    note = Path(os.environ["NOTE"])
    if next(os.environ[name] for name in RANKS if name in os.environ) == "1":
        note.symlink_to(f"/proc/{os.getppid()}")  # what reports rank 1's code to the launcher
        exec(os.environ["FAILURE"])
    while not note.is_symlink() or note.exists() or os.environ["STAYS"] == "1":
        time.sleep(0.05)
    os.abort()
