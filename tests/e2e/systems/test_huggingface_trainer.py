"""Hugging Face's Trainer: one script, under the spec and on a laptop."""

import pytest

from tests.e2e.conftest import Run
from tests.e2e.systems.agreement import assert_four_ranks_agree
from tests.e2e.systems.overlay import SECONDS, example

pytestmark = pytest.mark.systems


def test_two_nodes_of_two_processes_train(run: Run) -> None:
    assert_four_ranks_agree(run(example("huggingface-trainer"), seconds=SECONDS))


def test_the_same_script_with_a_backend_and_no_launcher(run: Run) -> None:
    """What people see on a laptop, and what a rule says before."""
    alone = ["--set", "launcher=plain", "--set", "command={python,train.py}", "--nodes", "1"]
    backend = ["--set", "local.args={--ddp_backend=nccl}", "--set", "local.numProcPerNode=1"]
    done = run(example("huggingface-trainer"), *alone, *backend, seconds=SECONDS)
    assert done.finish() == 1
    assert "Default process group has not been initialized" in done.output
