"""Whatever TrainJob and runtime their schemas take: an expansion never fails, and is the same each time."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.trainer import expand
from tests.strategies import bounded
from tests.trainer.grown import trainings

releases = pytest.mark.parametrize("release", ["2.1", "2.3"])


@releases
def test_expansion(release: str) -> None:
    @bounded(60)
    @given(st.data())
    def survives(data: st.DataObject) -> None:
        training = data.draw(trainings(release))
        before = deepcopy((training.job.data, training.runtime.data))
        found = expand(training, release)
        assert (training.job.data, training.runtime.data) == before
        assert expand(training, release) == found
        assert found.objects or found.findings

    survives()
