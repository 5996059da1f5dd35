"""Whatever TrainJob and runtime their schemas take: an import never fails, and what it prints can be read."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import engine
from render.engine import RenderRejected
from render.importers.parts.import_files import load_importers
from render.importers.parts.importer import ImportSource
from render.importers.trainjob import convert_expansion
from render.kube.gvk import GroupVersionKind
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


@pytest.mark.slow
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
        found = convert_expansion(training, expansion)
        assert (training.job.data, training.runtime.data, expansion.objects) == before
        assert convert_expansion(training, expansion) == found
        assert found.values or found.problems
        if found.values:
            assert engine.merge_values([spec_text(found)], engine="embedded")["name"] == found.values["name"]

    survives()


@pytest.mark.slow
@pytest.mark.parametrize("release", ["2.1", "2.3"])
def test_pods_are_those_that_trainer_makes(release: str) -> None:
    @bounded(40)
    @given(people_s(release))
    def compares(training: Training) -> None:
        compare(training, release)

    compares()


def compare(training: Training, release: str) -> None:
    expansion = expand(training, release)
    found = convert_expansion(training, expansion)
    try:
        now = of_spec(spec_text(found))
    except RenderRejected:
        return
    assert not unexplained(facts(of_jobset(expansion.objects)) | gang(expansion.objects), now, found.problems)


@pytest.mark.parametrize(
    "kind",
    [GroupVersionKind("kubeflow.org", "v1", "PyTorchJob"), GroupVersionKind("kubeflow.org", "v2beta1", "MPIJob")],
)
@pytest.mark.slow
def test_import_of_a_job_survives(kind: GroupVersionKind) -> None:
    validator = Schemas().find(kind)
    assert validator is not None

    @bounded(60)
    @given(jobs(kind, validator.schema))
    def survives(data: dict[str, Any]) -> None:
        if not validator.accepts(data):
            return
        before = deepcopy(data)
        found = load_importers()[kind].convert(ImportSource(Object(Document("job.yaml", "", None), "", kind, data)))
        assert data == before
        assert found.values or found.problems
        if found.values:
            assert engine.merge_values([spec_text(found)], engine="embedded")["name"] == "run"

    survives()
