"""Horovod's own launcher starts processes on the nodes of the rendered hostfile, over a real sshd.

Its core is not there: that of 0.28.1 is written in C++14, and torch needs C++17 since 2.1. So nothing is trained.
"""

import os
import re
from pathlib import Path

import pytest

from tests.e2e.conftest import Run
from tests.e2e.systems.overlay import SECONDS, example, over
from tests.e2e.systems.required import missing

pytestmark = [pytest.mark.systems, pytest.mark.usefixtures("root", "launchers")]

WITHOUT_CORE = Path(__file__).with_name("horovodrun_without_core.py")
PROGRAM = "echo rank $HOROVOD_RANK of $HOROVOD_SIZE is $HOROVOD_LOCAL_RANK on $HOROVOD_HOSTNAME, $(hostname)"


@pytest.fixture
def source() -> str:
    """The unpacked source of Horovod."""
    return os.environ.get("HOROVOD_SOURCE") or missing("HOROVOD_SOURCE is not set: ci/tools/horovod prints it")


def test_horovodrun_starts_its_processes(run: Run, tmp_path: Path, source: str) -> None:
    launcher = ["python3", str(WITHOUT_CORE), "-np", "$(NUM_PROCESSES)", "--hostfile", "/etc/mpi/hostfile"]
    local = {"numProcPerNode": 2, "args": ["sh", "-c", PROGRAM], "env": {"PYTHONPATH": source}}
    done = run(example("openclip-horovod"), *over(tmp_path, command=launcher, local=local), "--netns", seconds=SECONDS)
    assert done.finish() == 0, done.output
    node = "openclip-horovod-node-0"
    found = re.findall(r"rank (\d) of 4 is (\d) on (\S+), (\S+)", done.output)
    assert sorted(found) == [
        (str(rank), str(rank % 2), f"{node}-{rank // 2}.openclip-horovod", f"{node}-{rank // 2}") for rank in range(4)
    ]
