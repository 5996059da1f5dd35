"""What hang detection costs a program: `pytest -m bench -s tests/bench/test_hang.py`. Printed, never asserted.

The ratio of two runs needs a quiet machine; CPU time does not.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, sleep

import pytest

from tests.e2e.preflight import free_port
from tests.schema import CHART

pytestmark = pytest.mark.bench

STEPS = Path(__file__).parent / "hang_steps.py"
FOLDERS = os.pathsep.join(str(CHART / "files" / name) for name in ("hang", "peers", "exit_code"))
WATCHED = [sys.executable, "-B", str(CHART / "files" / "hang" / "hang.py"), "--run=team/run", "--nodes=1", "--index=0"]
PAIRS = int(os.environ.get("RENDER_BENCH_PAIRS", "15"))
STARTS = 40
LOOKED_AT = 30.0
"""Seconds in which CPU time is counted: six looks of the watcher."""


def start(command: list[str], *, is_watched: bool) -> subprocess.Popen[str]:
    """Start a command, with or without the watcher of one node."""
    prefix = [*WATCHED, f"--port={free_port()}", "--stall=300", "--"] if is_watched else []
    env = os.environ | {"PYTHONPATH": FOLDERS, "OMP_NUM_THREADS": "1"}
    return subprocess.Popen([*prefix, *command], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def training(steps: int) -> list[str]:
    """The command of a training of two ranks."""
    pytest.importorskip("torch")
    launcher = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2"]
    return [*launcher, f"--master-port={free_port()}", str(STEPS), str(steps)]


def test_steps() -> None:
    """Paired runs of the same training; each pair begins with the other kind."""
    pairs = []
    for number in range(PAIRS):
        kinds = [True, False] if number % 2 else [False, True]
        found = {is_watched: _step(is_watched=is_watched) for is_watched in kinds}
        pairs.append((found[True], found[False]))
    ratios = [ours / plain for ours, plain in pairs]
    low, middle, high = quantiles(ratios, n=4)
    print(f"\na step: {median(plain for _, plain in pairs):.1f} ms; watched {middle:.3f} of it (wanted: 1.01)")
    print(f"{PAIRS} pairs; half of them between {low:.3f} and {high:.3f}")


def test_cpu_time() -> None:
    """CPU time of what hang detection adds to a training: the watcher, and the agent's thread in each process."""
    with start(training(10**6), is_watched=True) as running:
        assert running.stdout is not None
        ranks = [int(re.findall(r"\d+", running.stdout.readline())[0]) for _ in range(2)]
        sleep(LOOKED_AT / 3)  # the first question imports json in each rank
        # The agent's thread is the first that a process starts, before the program.
        threads = [sorted(Path(f"/proc/{pid}/task").iterdir(), key=lambda task: int(task.name))[1] for pid in ranks]
        watcher = list(Path(f"/proc/{running.pid}/task").iterdir())
        begin, before = monotonic(), (_cpu(watcher), _cpu(threads))
        sleep(LOOKED_AT)
        seconds = monotonic() - begin
        used = [1000 * (now - then) / seconds for now, then in zip((_cpu(watcher), _cpu(threads)), before, strict=True)]
        status = Path(f"/proc/{running.pid}/status").read_text()
        memory = int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024
        running.terminate()
    print(f"\nCPU time per second: watcher {used[0]:.2f} ms, its threads in both ranks {used[1]:.2f} ms")
    print(f"the watcher: at most {memory:.0f} MiB")


def test_start() -> None:
    """CPU time of Python processes that do nothing, below one watcher."""
    script = f"import os,subprocess\nfor i in range({STARTS}): subprocess.run([{sys.executable!r}, '-c', 'pass'])\n"
    script += "times = os.times()\nprint(times.children_user + times.children_system)"
    pairs = []
    for number in range(PAIRS):
        kinds = [True, False] if number % 2 else [False, True]
        found = {is_watched: _children([sys.executable, "-c", script], is_watched=is_watched) for is_watched in kinds}
        pairs.append((1000 * found[True] / STARTS, 1000 * found[False] / STARTS))
    added = median(ours - plain for ours, plain in pairs)
    print(f"\nCPU time of a process of Python: {median(plain for _, plain in pairs):.1f} ms; watched {added:+.1f} ms")


def _step(*, is_watched: bool) -> float:
    with start(training(150), is_watched=is_watched) as running:
        found = re.search(r"step ([\d.]+)", running.communicate()[0])
    assert found is not None
    return float(found[1])


def _children(command: list[str], *, is_watched: bool) -> float:
    with start(command, is_watched=is_watched) as running:
        return float(running.communicate()[0])


def _cpu(tasks: list[Path]) -> float:
    """Seconds that threads have run (proc(5), schedstat: nanoseconds)."""
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
