"""Whatever TrainJob and runtime their schemas take: an import never fails, and what it prints can be read."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import engine
from render.engine import Refused
from render.importers.parts.importing import importers
from render.importers.parts.source import Source
from render.importers.trainjob import carried
from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.manifests.objects import Object
from render.manifests.trainjob import Training
from render.source import Document
from render.trainer import expand
from tests.importing.comparing import of_spec, spec_text, unexplained
from tests.importing.grown import jobs, people_s
from tests.importing.members import facts, gang, of_jobset
from tests.strategies import bounded
from tests.trainer.grown import trainings


@pytest.mark.parametrize("release", ["2.1", "2.3"])
def test_import_survives(release: str) -> None:
    @bounded(60)
    @given(st.data())
    def survives(data: st.DataObject) -> None:
        training = data.draw(trainings(release))
        expansion = expand(training, release)
        if not expansion.objects:
            return
        before = deepcopy((training.job.data, training.runtime.data, expansion.objects))
        found = carried(training, expansion)
        assert (training.job.data, training.runtime.data, expansion.objects) == before
        assert carried(training, expansion) == found
        assert found.values or found.problems
        if found.values:
            assert engine.values([spec_text(found)], engine="embedded")["name"] == found.values["name"]

    survives()


@pytest.mark.parametrize("release", ["2.1", "2.3"])
def test_pods_are_those_that_trainer_makes(release: str) -> None:
    @bounded(40)
    @given(people_s(release))
    def compares(training: Training) -> None:
        compare(training, release)

    compares()


def compare(training: Training, release: str) -> None:
    expansion = expand(training, release)
    found = carried(training, expansion)
    try:
        now = of_spec(spec_text(found))
    except Refused:
        return
    assert not unexplained(facts(of_jobset(expansion.objects)) | gang(expansion.objects), now, found.problems)


@pytest.mark.parametrize("kind", [Kind("kubeflow.org", "v1", "PyTorchJob"), Kind("kubeflow.org", "v2beta1", "MPIJob")])
def test_import_of_a_job_survives(kind: Kind) -> None:
    validator = Schemas().find(kind)
    assert validator is not None

    @bounded(60)
    @given(jobs(kind, validator.schema))
    def survives(data: dict[str, Any]) -> None:
        if not validator.accepts(data):
            return
        before = deepcopy(data)
        found = importers()[kind](Source(Object(Document("job.yaml", "", None), "", kind, data)))
        assert data == before
        assert found.values or found.problems
        if found.values:
            assert engine.values([spec_text(found)], engine="embedded")["name"] == "run"

    survives()
