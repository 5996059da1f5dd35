"""MPI as the distribution has it: Open MPI starts the example's processes over a real sshd on every node."""

import re
from pathlib import Path

import pytest

from tests.e2e.conftest import Run
from tests.e2e.systems.overlay import SECONDS, example, over

pytestmark = [pytest.mark.systems, pytest.mark.usefixtures("root", "launchers")]


def test_the_example_trains_on_the_nodes_of_the_hostfile(run: Run, tmp_path: Path) -> None:
    """With the PATH of the containers, whatever a shell's start-up file says."""
    (tmp_path / ".bashrc").write_text("export PATH=/nowhere\n", encoding="utf-8")
    options = over(tmp_path, local={"env": {"HOME": str(tmp_path)}})
    done = run(example("mpi"), *options, "--netns", seconds=SECONDS)
    assert done.finish() == 0, done.output
    found = re.findall(r"launcher-0 \| .*rank (\d) of 4 on (mpi-node-0-\d)", done.output)
    assert sorted(found) == [(str(rank), f"mpi-node-0-{rank // 2}") for rank in range(4)]
    [weights] = re.findall(r"weights \[(.*)\]", done.output)
    assert [round(float(weight), 1) for weight in weights.split(",")] == [2.0, -1.0, 0.5]
