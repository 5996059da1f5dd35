"""What hang detection costs a program: `pytest -m bench -s tests/bench`. Printed, never asserted."""

import os
import re
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter

import pytest

from tests.e2e.preflight import free_port
from tests.schema import CHART

pytestmark = pytest.mark.bench

STEPS = Path(__file__).parent / "hang_steps.py"
FOLDERS = os.pathsep.join(str(CHART / "files" / name) for name in ("hang", "preflight", "exit_code"))
WATCHED = [sys.executable, "-B", str(CHART / "files" / "hang" / "hang.py"), "--run=team/run", "--nodes=1", "--index=0"]
ROUNDS = 5
STARTS = 15


def output(command: list[str], *, is_watched: bool) -> str:
    """Run a command, with or without the watcher of one node."""
    prefix = [*WATCHED, f"--port={free_port()}", "--stall=300", "--"] if is_watched else []
    env = os.environ | {"PYTHONPATH": FOLDERS, "OMP_NUM_THREADS": "1"}
    return subprocess.run([*prefix, *command], env=env, capture_output=True, text=True, check=True).stdout


def test_steps() -> None:
    """Paired runs of the same training, turn by turn."""
    pytest.importorskip("torch")
    launch = [
        sys.executable,
        "-m",
        "torch.distributed.run",
        "--nproc-per-node=2",
        f"--master-port={free_port()}",
        str(STEPS),
    ]
    pairs = [tuple(_step(output(launch, is_watched=is_watched)) for is_watched in (True, False)) for _ in range(ROUNDS)]
    ratio = median(ours / plain for ours, plain in pairs)
    print(f"\na step: {median(plain for _, plain in pairs):.2f} ms; watched {ratio:.3f} of it (wanted: 1.01)")


def test_start() -> None:
    """A Python process that does nothing, started by a shell; the watcher starts once."""
    shell = ["sh", "-c", f"for i in $(seq {STARTS}); do {sys.executable} -c pass; done"]
    pairs = [tuple(_seconds(shell, is_watched=is_watched) for is_watched in (True, False)) for _ in range(ROUNDS)]
    added = median(ours - plain for ours, plain in pairs) / STARTS
    alone = 1000 * median(plain for _, plain in pairs) / STARTS
    print(f"\na process of Python: {alone:.1f} ms; watched {1000 * added:+.1f} ms")
    print(f"the watcher: at most {getrusage(RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MiB")


def _step(text: str) -> float:
    found = re.search(r"step ([\d.]+)", text)
    assert found is not None, text
    return float(found[1])


def _seconds(command: list[str], *, is_watched: bool) -> float:
    begin = perf_counter()
    output(command, is_watched=is_watched)
    return perf_counter() - begin
