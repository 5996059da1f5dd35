"""Accelerate: `accelerate launch` on every node, with the options of the example."""

import pytest

from tests.e2e.conftest import Run
from tests.e2e.systems.agreement import assert_four_ranks_agree
from tests.e2e.systems.overlay import SECONDS, example

pytestmark = [pytest.mark.systems, pytest.mark.usefixtures("root")]


def test_two_nodes_of_two_processes_train(run: Run) -> None:
    assert_four_ranks_agree(run(example("accelerate"), "--netns", seconds=SECONDS))
